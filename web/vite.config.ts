import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const SERVER = process.env.DIGSITE_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/digsite/page',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the page allows no data from anywhere but the house
    target: 'es2022',
    chunkSizeWarningLimit: 120,
  },
  server: {
    fs: { allow: ['..'] }, // the language files lie beside the rules
    proxy: { '/api': { target: SERVER, ws: true } },
  },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'] },
});
