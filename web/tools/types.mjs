/** Writes the types of the wire anew from what the house promises (docs/*.json); with --check, only compares. */
import { readFile, writeFile } from 'node:fs/promises';
import { compile } from 'json-schema-to-typescript';
import openapi, { astToString } from 'openapi-typescript';

const DOCS = new URL('../../docs/', import.meta.url);
const OUT = new URL('../src/wire/', import.meta.url);
const NOTE = '/* Made from docs/ by `npm run types`. Do not edit. */\n';
const ONLY_CHECKS = process.argv.includes('--check');

async function put(name, text) {
  const file = new URL(name, OUT);
  if (!ONLY_CHECKS) return writeFile(file, text);
  if ((await readFile(file, 'utf8')) !== text) {
    console.error(`web/src/wire/${name} does not fit docs/: \`make types\` writes it anew.`);
    process.exitCode = 1;
  }
}

const schema = JSON.parse(await readFile(new URL('wire.schema.json', DOCS), 'utf8'));
await put('messages.ts', await compile(schema, 'Wire', { bannerComment: NOTE, additionalProperties: false }));
await put('api.ts', NOTE + astToString(await openapi(new URL('openapi.json', DOCS))));
