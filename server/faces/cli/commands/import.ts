import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { newId } from '../../../domain/identifier.ts';
import {
  findExistingPages,
  withoutExisting,
  type ExistingPage,
} from '../../../domain/markdown-files/existing-pages.ts';
import {
  planImport,
  type PlannedPage,
  type SkippedFile,
} from '../../../domain/markdown-files/import-plan.ts';
import { conflict } from '../../../errors.ts';
import { importDocuments } from '../../../operations/documents/import.ts';
import { listDocuments } from '../../../operations/documents/list.ts';
import { addCommand, onWorkspace, type CommandContext } from '../command.ts';
import type { Connection } from '../connection.ts';
import { checkImages, sendImages, type FoundImages } from '../import-images.ts';
import { describeImport } from '../import-report.ts';
import { plural } from '../output.ts';
import { startProgress } from '../progress.ts';
import { readSourceFolder } from '../source-folder.ts';

interface ImportOptions {
  space: string;
  publish?: boolean;
  skipExisting?: boolean;
  again?: boolean;
  user?: string;
}

/** A batch is one commit; it stays small enough for one message over the local socket. */
const BATCH_PAGES = 50;
const BATCH_CHARACTERS = 4_000_000;
const LIST_PAGE = 100;

export function addImportCommand(program: Command): void {
  addCommand(program, 'import <folder>', 'bring a folder of Markdown files in')
    .requiredOption('--space <slug>', 'space to put the pages in')
    .option('--publish', 'publish the pages, except those whose front matter says draft')
    .addOption(new Option('--skip-existing', 'leave out pages that the space has already').conflicts('again'))
    .option('--again', 'import pages that the space has already once more')
    .option('--user <username>', 'author of the pages; the owner of the workspace otherwise')
    .action(onWorkspace(importFolder));
}

async function importFolder(
  { connection, output }: CommandContext,
  folder: string,
  options: ImportOptions,
): Promise<void> {
  const root = resolve(folder);
  const source = await readSourceFolder(root);
  const { linkedFiles } = planImport(source.files, source.otherFiles, newId);
  const images = await checkImages(connection, root, linkedFiles);
  const plan = planImport(source.files, source.otherFiles, newId, images.usable);
  const pages = options.again ? plan.pages : await newPages(connection, plan.pages, options);
  const ids = new Set(pages.map(({ id }) => id));
  const attachments = plan.attachments.filter(({ document }) => ids.has(document));
  const progress = startProgress('Importing', pages.length + attachments.length, output.json);
  let imported = 0;
  let queued = 0;
  try {
    for (const batch of batches(pages)) {
      const documents = batch.map((page) => ({ ...page, status: statusOf(page, options) }));
      const answer = await connection.run(importDocuments, { space: options.space, documents }, options.user);
      imported += answer.created.length;
      queued += answer.queued;
      progress.advance(batch.length);
    }
    const onEach = () => progress.advance(1);
    await sendImages(connection, root, attachments, { user: options.user, onEach });
  } finally {
    progress.end();
    if (imported > 0 && imported < pages.length)
      output.remark(`Stopped after ${plural(imported, 'page')}; go on with --skip-existing.`);
  }
  const report = {
    imported,
    existing: plan.pages.length - pages.length,
    queued,
    attached: attachments.length,
    skipped: [...skippedFiles(source.skipped, images), ...plan.skipped],
    notes: plan.notes,
    dead_links: plan.deadLinks,
    images: plan.images,
  };
  output.answer(report, () => describeImport(report, options.space, options.publish ?? false));
}

/** Pictures are no Markdown and come along all the same; those that are refused have a reason of their own. */
function skippedFiles(skipped: readonly SkippedFile[], { usable, refused }: FoundImages): SkippedFile[] {
  const reasons = new Map(refused.map(({ path, reason }) => [path, reason]));
  return skipped
    .filter(({ path }) => !usable.has(path))
    .map(({ path, reason }) => ({ path, reason: reasons.get(path) ?? reason }));
}

/** Before anything is written: nobody wants a page twice without having said so. */
async function newPages(
  connection: Connection,
  planned: readonly PlannedPage[],
  { space, user, skipExisting }: ImportOptions,
): Promise<PlannedPage[]> {
  const existing = findExistingPages(planned, await pagesOf(connection, space, user));
  if (skipExisting || existing.size === 0) return withoutExisting(planned, existing);
  const example = planned.find(({ id }) => existing.has(id))?.title ?? '';
  const are = existing.size === 1 ? 'is' : 'are';
  throw conflict(
    `${existing.size} of the ${plural(planned.length, 'page')} ${are} in ${space} already, such as “${example}”. Nothing was imported.`,
    {
      hint: 'Add --skip-existing to import only the others, or --again to import all of them once more.',
      details: { existing: existing.size, pages: planned.length },
    },
  );
}

async function pagesOf(
  connection: Connection,
  space: string,
  user: string | undefined,
): Promise<ExistingPage[]> {
  const pages: ExistingPage[] = [];
  for (let offset = 0; ; offset += LIST_PAGE) {
    const { items, total } = await connection.run(listDocuments, { space, limit: LIST_PAGE, offset }, user);
    pages.push(...items);
    if (offset + LIST_PAGE >= total) return pages;
  }
}

function statusOf(page: PlannedPage, { publish }: ImportOptions): 'published' | 'draft' {
  return publish && page.status !== 'draft' ? 'published' : 'draft';
}

/** Parents come before their sub-pages, so each batch finds the pages that it nests under. */
function* batches(pages: readonly PlannedPage[]): Generator<PlannedPage[]> {
  let batch: PlannedPage[] = [];
  let characters = 0;
  for (const page of pages) {
    if (
      batch.length === BATCH_PAGES ||
      (batch.length > 0 && characters + page.content.length > BATCH_CHARACTERS)
    ) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(page);
    characters += page.content.length;
  }
  if (batch.length > 0) yield batch;
}
