/** SHA-256, also where a page is not secure: browsers lend theirs to secure pages only. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** Return the SHA-256 of a text in UTF-8, in hexadecimal. */
export function hashOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** What stands before a secret and a set-up where both are sealed together. */
const SEALED = 'digsite fair 2\n';

/** Return the seal of a secret and a set-up (docs/fair.md); tables of the first kind sealed their secret alone. */
export function sealOf(secret: string, setUp: string | null): string {
  const bytes = hexToBytes(secret);
  return bytesToHex(
    sha256(setUp === null ? bytes : concatBytes(utf8ToBytes(SEALED), bytes, utf8ToBytes(setUp))),
  );
}
