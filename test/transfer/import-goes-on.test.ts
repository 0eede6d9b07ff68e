import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AppError } from '../../server/errors.ts';
import { openFolder } from '../../server/faces/cli/folder-connection.ts';
import { listAttachments } from '../../server/operations/attachments/list.ts';
import { listDocuments } from '../../server/operations/documents/list.ts';
import { readDocument } from '../../server/operations/documents/read.ts';
import { openFolderSource } from '../../server/transfer/folder-source.ts';
import { importMarkdown } from '../../server/transfer/import-markdown.ts';
import type { RunOperation } from '../../server/transfer/markdown-source.ts';
import { folderConfig, initializeFolder } from '../builders/folder.ts';
import { temporaryFolder } from '../cli/command-line.ts';
import { png } from '../images/pictures.ts';

const PAGES = 60;

/** Sixty pages, each with two pictures of its own. */
async function manual(): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'images'));
  for (let page = 0; page < PAGES; page += 1) {
    const names = [`${page}-a.png`, `${page}-b.png`];
    await writeFile(
      join(folder, `page-${page}.md`),
      `# Page ${page}\n\n${names.map((name) => `![](images/${name})`).join(' ')}`,
    );
    for (const name of names) await writeFile(join(folder, 'images', name), png());
  }
  return folder;
}

/** As `run`, until so many pictures are in: then the disk is full. */
function untilFull(run: RunOperation, pictures: number): RunOperation {
  let left = pictures;
  return (operation, input) => {
    if (operation.name === 'attachments.import' && (left -= 1) < 0)
      throw new AppError('storage_full', 'The disk is full.');
    return run(operation, input);
  };
}

/** How many of the pictures that each page shows it has, added up; and how many pages there are. */
async function stateOf(run: RunOperation) {
  const { items: first, total } = await run(listDocuments, { space: 'notes', limit: 100 });
  let [shown, attached] = [0, 0];
  for (const { id } of first) {
    const { document } = await run(readDocument, { id });
    const { items } = await run(listAttachments, { doc_id: id });
    const ids = [...document.content.matchAll(/att_[0-9a-z]+/g)].map(([match]) => match);
    shown += ids.length;
    attached += ids.filter((wanted) => items.some((item) => item.id === wanted)).length;
  }
  return { pages: total, shown, attached };
}

/** docs/command-line.md: "an import that was interrupted can go on" with `--skip-existing`. */
it('an import that was stopped at a picture goes on with it, and no page keeps a dead picture', async () => {
  const data = join(await temporaryFolder(), 'data');
  await initializeFolder(data, { username: 'ada' });
  const connection = await openFolder(folderConfig(data));
  const run: RunOperation = (operation, input) => connection.run(operation, input);
  const source = await openFolderSource(await manual());
  const importing = (as: RunOperation, existing: 'refuse' | 'skip') =>
    importMarkdown(as, source, { space: 'notes', publish: true, existing }, () => undefined);
  try {
    // Stopped within the second batch: the first one, of fifty pages, has its hundred pictures.
    await expect(importing(untilFull(run, 103), 'refuse')).rejects.toMatchObject({ code: 'storage_full' });
    expect(await stateOf(run)).toEqual({ pages: PAGES, shown: 2 * PAGES, attached: 103 });
    // Stopped within the first batch, of another try: its later pages are not there at all.
    await expect(importing(untilFull(run, 5), 'skip')).rejects.toMatchObject({ code: 'storage_full' });
    expect(await importing(run, 'skip')).toMatchObject({ imported: 0, existing: PAGES, attached: 12 });
    expect(await stateOf(run)).toEqual({ pages: PAGES, shown: 2 * PAGES, attached: 2 * PAGES });
    expect(await importing(run, 'skip')).toMatchObject({ imported: 0, attached: 0 });
  } finally {
    await connection.close();
  }
});

it('an import that is stopped by a picture of its first pages has not brought in pages behind them', async () => {
  const data = join(await temporaryFolder(), 'data');
  await initializeFolder(data, { username: 'ada' });
  const connection = await openFolder(folderConfig(data));
  const run: RunOperation = (operation, input) => connection.run(operation, input);
  const source = await openFolderSource(await manual());
  try {
    const options = { space: 'notes', publish: false, existing: 'refuse' } as const;
    const attempt = importMarkdown(untilFull(run, 1), source, options, () => undefined);
    await expect(attempt).rejects.toMatchObject({ code: 'storage_full' });
    expect(await stateOf(run)).toMatchObject({ pages: 50, attached: 1 });
  } finally {
    await connection.close();
  }
});
