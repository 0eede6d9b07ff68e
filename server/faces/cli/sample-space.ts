import { readdir, readFile } from 'node:fs/promises';
import { ASSETS } from '../../assets.ts';
import { newId } from '../../domain/identifier.ts';
import { planImport } from '../../domain/markdown-files/import-plan.ts';
import { importDocuments } from '../../operations/documents/import.ts';
import { createSpace } from '../../operations/spaces/create.ts';
import type { Connection } from './connection.ts';

const PAGES = new URL('sample-space/', ASSETS);
const SPACE = { slug: 'sample', name: 'Sample space', description: 'Three pages to look around in.' };

/** Adds a small space with three published pages that show what a page can do. Returns its slug. */
export async function addSampleSpace(connection: Connection): Promise<string> {
  const names = (await readdir(PAGES)).filter((name) => name.endsWith('.md'));
  const files = await Promise.all(
    names.map(async (path) => ({ path, bytes: await readFile(new URL(path, PAGES)) })),
  );
  const { pages } = planImport(files, new Set(), () => newId('document'));
  await connection.run(createSpace, SPACE);
  await connection.run(importDocuments, { space: SPACE.slug, documents: pages });
  return SPACE.slug;
}
