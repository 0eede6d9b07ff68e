import { readFile } from 'node:fs/promises';

/** Reads and parses JSON files, sixteen at a time: the plain way to load a folder. */
export async function readAndParse(paths: readonly string[]): Promise<unknown[]> {
  const records: unknown[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let path = paths[next++]; path !== undefined; path = paths[next++]) {
        records.push(JSON.parse(await readFile(path, 'utf8')));
      }
    }),
  );
  return records;
}
