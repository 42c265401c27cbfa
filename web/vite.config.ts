import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { announced } from './tools/announced.ts';
import { licences } from './tools/licences.ts';

/** What every page says, and the first: one file for each language. */
const FIRST_WORDS = /languages[\\/](\w+)[\\/](?:errors|home|page|table)\.json$/;
/** What is of the house, or of somebody else. */
const NO_GAME = /src[\\/](?!games)|node_modules/;
const SERVER = process.env.DIGSITE_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte(), announced(), licences()],
  json: { stringify: true, namedExports: false }, // nobody imports a single sentence
  build: {
    outDir: '../src/digsite/page',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the page allows no data from anywhere but the house
    target: 'es2022',
    chunkSizeWarningLimit: 120,
    // Pages come in few pieces: phones ask for six at a time, over slow lines.
    rolldownOptions: {
      checks: { bundlerTimings: false }, // a slow machine is no fault of the page
      output: {
        codeSplitting: {
          groups: [
            { debugName: 'words', name: (id) => FIRST_WORDS.exec(id)?.[1] ?? null, priority: 2 },
            { name: 'house', tags: ['$initial'], priority: 1 },
            { name: 'shared', test: NO_GAME, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: ['..'] }, // the language files lie beside the rules
    proxy: { '/api': { target: SERVER, ws: true } },
  },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'], setupFiles: ['src/lib/made/whole.ts'] },
});
