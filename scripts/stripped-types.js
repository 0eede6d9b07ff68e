import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';

// Beside the packages: whoever may write there may change the program anyway.
const CACHE = fileURLToPath(new URL('../node_modules/.cache/commonplace-types/', import.meta.url));
const SOURCES = new URL('../', import.meta.url).href;
const PACKAGES = new URL('../node_modules/', import.meta.url).href;

/**
 * Keeps what is left of our TypeScript files when their types are stripped, so that a start does not strip them
 * again: Node 22 caches compiled code, but not this step, which is half of the time that a start takes.
 * Files are named by the hash of their source; one that cannot be read or written only costs time.
 */
export function keepStrippedTypes() {
  registerHooks({
    load(url, context, nextLoad) {
      const isOurs = url.startsWith(SOURCES) && !url.startsWith(PACKAGES);
      if (!isOurs || !url.endsWith('.ts')) return nextLoad(url, context);
      const source = readFileSync(fileURLToPath(url), 'utf8');
      const path = `${CACHE}${hash('sha256', `${process.version}\n${source}`)}.js`;
      return { format: 'module', source: readKept(path) ?? stripAndKeep(path, source), shortCircuit: true };
    },
  });
}

/** A file that a power cut left half-written does not pass its checksum. */
function readKept(path) {
  try {
    const text = readFileSync(path, 'utf8');
    const end = text.indexOf('\n');
    const code = text.slice(end + 1);
    return Number(text.slice(0, end)) === crc32(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

function stripAndKeep(path, source) {
  const code = quietly(() => stripTypeScriptTypes(source));
  try {
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(`${path}.${process.pid}`, `${crc32(code)}\n${code}`);
    renameSync(`${path}.${process.pid}`, path);
  } catch {
    // A folder that may not be written to, e.g. of another user.
  }
  return code;
}

/** Node warns that this function is experimental; stripping types on import, which does the same, is not. */
function quietly(run) {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = () => {};
  try {
    return run();
  } finally {
    process.emitWarning = emitWarning;
  }
}
