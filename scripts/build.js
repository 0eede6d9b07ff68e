import { rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/**
 * Builds the server into `dist/`: what packages ship. Few files instead of hundreds, so that a start reads and
 * compiles little. Sources run unbuilt everywhere else.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const dist = `${root}dist/`;

/** Native packages load a file of their own folder and stay what they are. */
const NATIVE = [/^@node-rs\/argon2/, /^fs-native-extensions/];

const LAUNCHER = `#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

enableCompileCache();
await import('./cli.js');
`;

await rm(dist, { recursive: true, force: true });
const bundle = await rolldown({
  cwd: root,
  platform: 'node',
  // Workers lie beside the code that starts them, by their own names.
  input: {
    cli: 'server/cli.ts',
    'search-worker': 'server/search/worker/search-worker.ts',
    'merge-worker': 'server/search/worker/merge-worker.ts',
    'semantic-worker': 'server/search/semantic/semantic-worker.ts',
  },
  external: NATIVE,
  // Koa's depd uses eval for names in stack traces; it is not our code to change.
  checks: { eval: false },
});
await bundle.write({ dir: dist, format: 'esm', chunkFileNames: '[name]-[hash].js' });
await bundle.close();
await writeFile(`${dist}commonplace.js`, LAUNCHER, { mode: 0o755 });
process.stdout.write(`Built ${dist}commonplace.js\n`);
