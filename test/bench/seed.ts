import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolder } from '../../server/faces/cli/folder-connection.ts';
import { newId } from '../../server/domain/identifier.ts';
import { importDocuments } from '../../server/operations/documents/import.ts';
import { createToken } from '../../server/operations/tokens/create.ts';
import { folderConfig, initializeFolder } from '../builders/folder.ts';
import { generateDocuments } from './corpus.ts';

export interface SeededFolder {
  folder: string;
  /** A token of the owner, who sees and edits everything. */
  secret: string;
  ids: string[];
  remove(): Promise<void>;
}

const BATCH = 100;

/** A real workspace on disk with this many generated, published documents. */
export async function seedFolder(documents: number): Promise<SeededFolder> {
  const folder = await mkdtemp(join(tmpdir(), `commonplace-bench-${documents}-`));
  await initializeFolder(folder, { username: 'owner' });
  const connection = await openFolder(folderConfig(folder));
  const ids: string[] = [];
  try {
    let batch: { id: string; title: string; content: string; status: 'published' }[] = [];
    const send = async () => {
      if (batch.length > 0) await connection.run(importDocuments, { space: 'notes', documents: batch });
      batch = [];
    };
    for (const { title, content } of generateDocuments(documents)) {
      const id = newId('document');
      ids.push(id);
      batch.push({ id, title, content, status: 'published' });
      if (batch.length === BATCH) await send();
    }
    await send();
    const { secret } = await connection.run(createToken, { name: 'benchmark' });
    return { folder, secret, ids, remove: () => rm(folder, { recursive: true, force: true }) };
  } finally {
    await connection.close();
  }
}
