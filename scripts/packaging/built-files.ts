import { readFile, readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';

/** How bundled code names another file of its own: in quotes, from where it lies. */
const REFERENCE = /["'`](\.{1,2}\/[\w./-]+\.c?js)["'`]/g;

/** Threads are started by name, beside the code that starts them; what they import is their own. */
const WORKER = /-worker\.js$/;

/**
 * The built files that a program needs: its entries, the workers, and whatever these load, sooner or later. The rest
 * of the folder belongs to another program, which is built into it too.
 *
 * @param dist the folder
 * @param entries paths in it
 * @returns paths in it, with `/`
 */
export async function builtFiles(dist: string, entries: readonly string[]): Promise<string[]> {
  const workers = (await readdir(dist)).filter((name) => WORKER.test(name));
  const found = new Set<string>();
  const open = [...entries, ...workers];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    const code = await readFile(join(dist, path), 'utf8');
    const named = [...code.matchAll(REFERENCE)].map(([, reference = '']) =>
      posix.join(posix.dirname(path), reference),
    );
    open.push(...named.filter((one) => !one.startsWith('../')));
  }
  return [...found].toSorted();
}
