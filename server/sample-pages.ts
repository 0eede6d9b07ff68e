import { readdir, readFile } from 'node:fs/promises';
import { ASSETS } from './assets.ts';
import type { SourceFile } from './domain/markdown-files/import-plan.ts';

const PAGES = new URL('sample-space/', ASSETS);

/** The pages of the sample space, as they come with the program. */
export async function readSamplePages(): Promise<SourceFile[]> {
  const names = (await readdir(PAGES)).filter((name) => name.endsWith('.md'));
  return Promise.all(names.map(async (path) => ({ path, bytes: await readFile(new URL(path, PAGES)) })));
}
