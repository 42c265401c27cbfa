import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import addresses from '../src/pages/addresses.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..', '..');
const GAMES = 'web/src/games';
const LANGUAGES = 'src/digsite/languages';
/** A part of the words that every page says; what else all of them say travels with it. */
const FIRST_WORDS = 'page';

/**
 * Writes into `announced.json` which files each page needs, besides those of the first: by its language, and by the
 * game that it shows (`addresses.json` has the module of a game's folder, then its words). The house announces them
 * with the page; who finds out by itself does so one after the other.
 */
export function announced(): Plugin {
  return {
    name: 'announced',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const files = filesOfModules(bundle);
      const words = (code: string, parts: string[]) =>
        parts.map((part) => `${LANGUAGES}/${code}/${part}.json`);
      const games = namesIn(GAMES).filter((name) => existsSync(join(ROOT, GAMES, name, 'face.ts')));
      const pages = addresses.pages.map(({ path, page, words: said, of_all_games, of_game = [] }) => {
        const parts = [FIRST_WORDS, ...said, ...(of_all_games ? games : [])];
        const [module, ...further] = of_game;
        return {
          path,
          languages: byName(namesIn(LANGUAGES), (code) =>
            files(`web/src/pages/${page}.svelte`, ...words(code, parts)),
          ),
          games: byName(module ? games : [], (game) => {
            const ofGame = further.map((part) => part.replace('{game}', game));
            return byName(namesIn(LANGUAGES), (code) =>
              files(`${GAMES}/${game}/${module}`, ...words(code, ofGame)),
            );
          }),
        };
      });
      this.emitFile({
        type: 'asset',
        fileName: 'announced.json',
        source: JSON.stringify({ holes: addresses.holes, pages }),
      });
    },
  };
}

function namesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder));
}

function byName<T>(names: string[], of: (name: string) => T): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, of(name)]));
}

/** Return what tells in which files some modules come, without those of the first page; none of them twice. */
function filesOfModules(bundle: Rolldown.OutputBundle): (...paths: string[]) => string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const first = new Set(
    chunks.filter(({ isEntry }) => isEntry).flatMap((entry) => withImports(entry, bundle)),
  );
  const chunkOf = new Map(
    chunks.flatMap((chunk) =>
      chunk.moduleIds.map((id) => [relative(ROOT, id).replaceAll('\\', '/'), chunk] as const),
    ),
  );
  return (...paths) => {
    const needed = paths.flatMap((path) => {
      const chunk = chunkOf.get(path);
      if (!chunk) throw new Error(`${path} is in no file of the page`);
      return withImports(chunk, bundle);
    });
    return [...new Set(needed)].filter((file) => !first.has(file));
  };
}

/** Return the files of a chunk, and of all that it imports. */
function withImports(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  seen = new Set<string>(),
): string[] {
  if (seen.has(chunk.fileName)) return [];
  seen.add(chunk.fileName);
  const imported = chunk.imports.map((file) => bundle[file]).filter((output) => output?.type === 'chunk');
  const styles = chunk.viteMetadata?.importedCss ?? [];
  return [chunk.fileName, ...styles, ...imported.flatMap((other) => withImports(other, bundle, seen))];
}
