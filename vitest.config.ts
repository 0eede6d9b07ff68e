import { defineConfig } from 'vitest/config';

// oxlint-disable-next-line import/no-default-export -- vitest reads the default export
export default defineConfig({
  test: {
    include: ['server/**/*.test.ts', 'renderer/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/app-pages.ts'],
    exclude: ['test/long/**', 'node_modules/**'],
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
    restoreMocks: true,
  },
});
