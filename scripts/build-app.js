import { readdir, rename, rm, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const pages = `${root}dist/renderer`;

/** What the pages are made of. */
const SOURCES = ['renderer', 'server/markdown', 'server/domain', 'server/faces/app'];

/** Whether the app's pages are built, from everything as it is now. */
export async function isAppBuilt() {
  const built = await modified(`${pages}/index.html`);
  if (built === 0) return false;
  const files = (await Promise.all(SOURCES.map(filesOf))).flat();
  const times = await Promise.all([...files, `${root}package-lock.json`].map(modified));
  return times.every((time) => time < built);
}

/**
 * Builds the app's pages into `dist/renderer/`, unless they are up to date. They are put in place whole, so that
 * whoever serves them meanwhile never finds half of them.
 */
export async function buildApp() {
  if (await isAppBuilt()) return;
  // It takes a while to load, and mostly there is nothing to build.
  const { build } = await import('vite');
  const fresh = `${root}dist/renderer-${process.pid}`;
  await build({
    configFile: `${root}vite.config.ts`,
    logLevel: 'warn',
    build: { outDir: fresh },
  });
  const old = `${fresh}-old`;
  await rename(pages, old).catch(ignoreMissing);
  await rename(fresh, pages);
  await rm(old, { recursive: true, force: true });
}

async function filesOf(folder) {
  const entries = await readdir(`${root}${folder}`, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`);
}

/** Milliseconds since 1970, 0 for a file that there is not. */
async function modified(path) {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    ignoreMissing(error);
    return 0;
  }
}

function ignoreMissing(error) {
  if (error.code !== 'ENOENT') throw error;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildApp();
