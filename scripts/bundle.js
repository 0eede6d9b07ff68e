import { createRequire, isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** How sources become the few files that packages ship: for the server alone, and for the desktop app around it. */
const root = fileURLToPath(new URL('../', import.meta.url));

/** Native packages load a file of their own folder and stay what they are. */
const NATIVE = [/^@node-rs\/argon2/, /^fs-native-extensions\/prebuilds/];

/**
 * Packages that others ask for when they load and use only now and then, or never: Koa the 2,500 media types, the
 * logger a thread to write from, and both assertions.
 */
const RARELY_USED = ['mime-types', 'thread-stream', 'assert', 'http-assert'];

/**
 * Checks of packages on themselves and on their callers, made at each load. They are made where sources run unbuilt,
 * as in the tests; what people start has passed them.
 */
const CHECKED_UNBUILT = {
  // Warns developers of what will be gone in a next version; evaluates text to name its functions.
  depd: `module.exports = () =>
    Object.assign(() => undefined, { function: (wrapped) => wrapped, property: () => undefined });`,
};

/** Short names are read sooner; functions and classes keep theirs, for what a log says of an error. */
const SHORT = {
  compress: { keepNames: { function: true, class: true } },
  mangle: { keepNames: true },
};

/** Puts in place of a package one that loads it at the first call. */
function loadLate(names) {
  const PREFIX = '\0late:';
  return {
    name: 'load-late',
    async resolveId(source, importer) {
      if (!names.includes(source) || importer?.startsWith(PREFIX)) return undefined;
      if (isBuiltin(source)) return PREFIX + source;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && `${PREFIX}${found.id}`;
    },
    load(id) {
      if (!id.startsWith(PREFIX)) return undefined;
      const file = id.slice(PREFIX.length);
      return lateModule(file, createRequire(import.meta.url)(file));
    },
  };
}

/**
 * The bundler leaves out what nobody uses. It sees the names that are taken from a module which is loaded late, but not
 * through a list of several: what is used all the same would be missing only when it is called.
 */
const lateNamesAreSeen = {
  name: 'late-names-are-seen',
  transform(code, id) {
    if (id.includes('node_modules') || !/Promise\.all\(\s*\[[^\]]*\bimport\(/.test(code)) return undefined;
    return this.error(`${id}: await each import() by itself; the bundler loses names of those in a list.`);
  },
};

/** Puts the text of a module in place of a package. */
function standIns(texts) {
  const PREFIX = '\0stand-in:';
  return {
    name: 'stand-ins',
    resolveId: (source) => (Object.hasOwn(texts, source) ? PREFIX + source : undefined),
    load: (id) => (id.startsWith(PREFIX) ? texts[id.slice(PREFIX.length)] : undefined),
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

/** Everything that is loaded with a module: what it imports, what that imports, and so on. */
function loadedWith(context, file) {
  const found = new Set();
  const visit = (id) => {
    if (found.has(id)) return;
    found.add(id);
    context.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  visit(join(root, file));
  return found;
}

/**
 * Left to itself the bundler makes a file of every few modules that the same set of others imports: a start would read
 * seventy. What is loaded together comes in one file a stage, and what workers share with a start in one for each set of
 * workers, so that none of them loads what only others need.
 */
function inStages(input, stages) {
  const stageOf = new Map();
  return {
    plugin: {
      name: 'in-stages',
      buildEnd() {
        const [entry, ...workers] = Object.values(input).map((file) => loadedWith(this, file));
        const taken = new Set(entry);
        for (const [stage, file] of Object.entries(stages)) {
          for (const id of loadedWith(this, file)) {
            if (taken.has(id)) continue;
            taken.add(id);
            const sharing = workers.flatMap((ids, number) => (ids.has(id) ? [number] : []));
            if (sharing.length === 0) stageOf.set(id, stage);
            else if (!id.includes('node_modules')) stageOf.set(id, `shared-${sharing.join('')}`);
          }
        }
      },
    },
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ debugName: 'stages', name: (id) => stageOf.get(id) ?? null }],
    },
  };
}

/**
 * Bundles entries, by name, into a folder. CommonJS, because Node starts it faster, most of all where built-in
 * modules are imported.
 *
 * @param {{ input: Record<string, string>, dir: string, external?: string[], extension?: 'js' | 'cjs', stages?: Record<string, string> }} options
 *   `stages`: modules that the first entry loads one after another, by the name of the file that each comes in with
 *   what it imports
 */
export async function bundle({ input, dir, external = [], extension = 'js', stages = {} }) {
  const { plugin, codeSplitting } = inStages(input, stages);
  const bundled = await rolldown({
    cwd: root,
    preserveEntrySignatures: 'allow-extension',
    platform: 'node',
    input,
    external: [...NATIVE, ...external],
    plugins: [loadLate(RARELY_USED), standIns(CHECKED_UNBUILT), bindingAtItsPlace, lateNamesAreSeen, plugin],
  });
  await bundled.write({
    dir,
    format: 'cjs',
    codeSplitting,
    minify: SHORT,
    entryFileNames: `[name].${extension}`,
    chunkFileNames: '[name]-[hash].js',
  });
  await bundled.close();
}
