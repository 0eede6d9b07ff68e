import { createRequire } from 'node:module';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { buildApp } from './build-app.js';

/**
 * Builds the server into `dist/`, and the app's pages beside it: what packages ship. Few files instead of hundreds, so that a start reads and
 * compiles little; CommonJS, because Node starts it faster, most of all where built-in modules are imported.
 * Sources run unbuilt everywhere else.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const dist = `${root}dist/`;

/** Native packages load a file of their own folder and stay what they are. */
const NATIVE = [/^@node-rs\/argon2/, /^fs-native-extensions\/prebuilds/];

/** Packages that others ask for when they load and use only now and then, such as Koa the 2,500 media types. */
const RARELY_USED = ['mime-types', 'safe-regex2'];

/** Short names are read sooner; functions and classes keep theirs, for what a log says of an error. */
const SHORT = {
  compress: { keepNames: { function: true, class: true } },
  mangle: { keepNames: true },
};

const LAUNCHER = `#!/usr/bin/env node
require('node:module').enableCompileCache();
require('./cli.js');
`;

/** Puts in place of a package one that loads it at the first call. */
function loadLate(names) {
  const PREFIX = '\0late:';
  return {
    name: 'load-late',
    async resolveId(source, importer) {
      if (!names.includes(source) || importer?.startsWith(PREFIX)) return undefined;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && `${PREFIX}${found.id}`;
    },
    load(id) {
      if (!id.startsWith(PREFIX)) return undefined;
      const file = id.slice(PREFIX.length);
      return lateModule(file, createRequire(file)(file));
    },
  };
}

/** A module with the exports of another, which is loaded when one of them is used. */
function lateModule(file, exported) {
  const own = typeof exported === 'function' ? 'module.exports = (...inputs) => load()(...inputs);\n' : '';
  const members = Object.entries(exported).map(([name, member]) =>
    typeof member === 'function'
      ? `module.exports.${name} = (...inputs) => load().${name}(...inputs);`
      : `Object.defineProperty(module.exports, '${name}', { enumerable: true, get: () => load().${name} });`,
  );
  return `const load = () => require(${JSON.stringify(file)});\n${own}${members.join('\n')}\n`;
}

/** The package looks for its binary in every place it knows, which takes longer than loading it. */
const bindingAtItsPlace = {
  name: 'binding-at-its-place',
  load(id) {
    if (!/fs-native-extensions[/\\]binding\.js$/.test(id)) return undefined;
    const path =
      '`fs-native-extensions/prebuilds/${process.platform}-${process.arch}/fs-native-extensions.node`';
    return `module.exports = require(${path});`;
  },
};

/** The app's pages stay: they are built for themselves, and only when they changed. */
async function removeBuiltServer() {
  await mkdir(dist, { recursive: true });
  const old = (await readdir(dist)).filter((name) => !name.startsWith('renderer'));
  await Promise.all(old.map((name) => rm(`${dist}${name}`, { recursive: true })));
}

await removeBuiltServer();
const bundle = await rolldown({
  cwd: root,
  platform: 'node',
  // Workers lie beside the code that starts them, by their own names.
  input: {
    cli: 'server/cli.ts',
    'file-writer-worker': 'server/storage/file-writer-worker.ts',
    'search-worker': 'server/search/worker/search-worker.ts',
    'merge-worker': 'server/search/worker/merge-worker.ts',
    'semantic-worker': 'server/search/semantic/semantic-worker.ts',
    'image-worker': 'server/images/image-worker.ts',
  },
  external: NATIVE,
  plugins: [loadLate(RARELY_USED), bindingAtItsPlace],
  // Koa's depd uses eval for names in stack traces; it is not our code to change.
  checks: { eval: false },
});
await bundle.write({ dir: dist, format: 'cjs', minify: SHORT, chunkFileNames: '[name]-[hash].js' });
await bundle.close();
await writeFile(`${dist}package.json`, '{ "type": "commonjs" }\n');
await writeFile(`${dist}commonplace.js`, LAUNCHER, { mode: 0o755 });
await buildApp();
process.stdout.write(`Built ${dist}commonplace.js\n`);
