import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const WEB = join(import.meta.dirname, '..');
/** What tools add to the page themselves, and the packages that it comes from. */
const OF_TOOLS = [
  [/^\0vite\//, 'vite'],
  [/^\0rolldown\//, 'rolldown'],
] as const;
/** Where a tool's text goes on with what it is made of itself, of which the page has nothing. */
const NOT_OURS = /^#+ Licenses of bundled dependencies/m;

/** Writes into `licences.txt` the licence of every package of which the page has something: they ask for that. */
export function licences(): Plugin {
  return {
    name: 'licences',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const folders = new Set(Object.values(bundle).flatMap(sources).map(packageOf));
      folders.delete(null);
      const texts = new Set([...folders].map((folder) => licenceOf(folder as string)));
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: [...texts].sort().join(RULE) });
    },
  };
}

/** The last of several: packages may have packages of their own. */
const IN_PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const RULE = `\n${'-'.repeat(80)}\n\n`;

/** Return the files that one of the page's was made of. */
function sources(output: Rolldown.OutputChunk | Rolldown.OutputAsset): string[] {
  return output.type === 'chunk' ? output.moduleIds : output.originalFileNames;
}

/** Return the folder of the package that a file belongs to, or null where it is our own. */
function packageOf(file: string): string | null {
  const tool = OF_TOOLS.find(([files]) => files.test(file))?.[1];
  if (tool) return join(WEB, 'node_modules', tool);
  const [folder] = IN_PACKAGE.exec(file.replaceAll('\\', '/')) ?? [];
  return folder === undefined ? null : resolve(WEB, folder);
}

/** Return what a package says of itself, and its licence; one without a text must not be part of the page. */
function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license: string;
  };
  const file = readdirSync(folder).find((found) => /^licen[cs]e(\.\w+)?$/i.test(found));
  if (!file) throw new Error(`${name} has no text of its licence`);
  const [text = ''] = readFileSync(join(folder, file), 'utf8').split(NOT_OURS);
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}
