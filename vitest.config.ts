import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { PATIENCE } from './test/patience.ts';

// oxlint-disable-next-line import/no-default-export -- vitest reads the default export
export default defineConfig({
  // Electron's program is none of a test's: its main process runs on a stand-in.
  resolve: { alias: { electron: fileURLToPath(new URL('./test/fakes/electron.ts', import.meta.url)) } },
  test: {
    include: ['main/**/*.test.ts', 'server/**/*.test.ts', 'renderer/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/app-pages.ts'],
    exclude: ['test/long/**', 'node_modules/**'],
    environment: 'node',
    // Generous, like `test/patience.ts`: how busy the machine is decides nothing.
    testTimeout: 150_000,
    hookTimeout: 150_000,
    expect: { poll: PATIENCE },
    pool: 'forks',
    // One file a core: much of the time goes into waiting for disks, browsers and other processes.
    maxWorkers: '100%',
    restoreMocks: true,
  },
});
