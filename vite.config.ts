import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const page = (path: string) => fileURLToPath(new URL(`./renderer/${path}`, import.meta.url));

/** Builds the app's pages into `dist/renderer/`. Addresses are relative: the same files serve a listener and the window. */
// oxlint-disable-next-line import/no-default-export -- vite reads the default export
export default defineConfig({
  root: fileURLToPath(new URL('./renderer/', import.meta.url)),
  base: './',
  plugins: [react()],
  resolve: {
    alias: {
      // The variant for pages asks the document for the meaning of `&amp;`, and a worker has none.
      'decode-named-character-reference': fileURLToPath(
        new URL('./node_modules/decode-named-character-reference/index.js', import.meta.url),
      ),
    },
  },
  worker: { format: 'es' },
  build: {
    outDir: fileURLToPath(new URL('./dist/renderer/', import.meta.url)),
    assetsDir: 'app/assets',
    emptyOutDir: true,
    // The app, and the pages that go into its sandboxed frames.
    rolldownOptions: {
      input: [page('index.html'), page('frames/diagram.html'), page('frames/picture.html')],
    },
    target: 'chrome120',
    // From here on browsers know light-dark(), which follows the scheme that Mantine sets on the page.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The pages' policy allows no inline data but images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // In kB: the layout engine of diagrams, loaded when a page has one. What a first visit waits for is measured by
    // `npm run bench -- app`.
    chunkSizeWarningLimit: 1_600,
  },
});
