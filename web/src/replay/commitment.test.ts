import { expect, test } from 'vitest';
import { isSecretOf } from './commitment';

// The SHA-256 of 32 zero bytes.
const SECRET = '00'.repeat(32);
const PROMISE = '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925';

test('a secret fits the promise that was made of it, and no other', async () => {
  expect(await isSecretOf(SECRET, PROMISE)).toBe(true);
  expect(await isSecretOf('01' + SECRET.slice(2), PROMISE)).toBe(false);
});
