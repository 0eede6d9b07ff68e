import { resolve } from 'node:path';
import type { Command } from 'commander';
import { newId } from '../../../domain/identifier.ts';
import {
  planImport,
  type ImportPlan,
  type PlannedPage,
  type SkippedFile,
} from '../../../domain/markdown-files/import-plan.ts';
import { importDocuments } from '../../../operations/documents/import.ts';
import { addCommand, onWorkspace, type CommandContext } from '../command.ts';
import { plural } from '../output.ts';
import { startProgress } from '../progress.ts';
import { readSourceFolder } from '../source-folder.ts';

interface ImportOptions {
  space: string;
  publish?: boolean;
  user?: string;
}

/** A batch is one commit; it stays small enough for one message over the local socket. */
const BATCH_PAGES = 50;
const BATCH_CHARACTERS = 4_000_000;
/** So many lines of a list are shown to people; `--json` has all. */
const SHOWN = 10;

export function addImportCommand(program: Command): void {
  addCommand(program, 'import <folder>', 'bring a folder of Markdown files in')
    .requiredOption('--space <slug>', 'space to put the pages in')
    .option('--publish', 'publish the pages, except those whose front matter says draft')
    .option('--user <username>', 'author of the pages; the owner of the workspace otherwise')
    .action(onWorkspace(importFolder));
}

async function importFolder(
  { connection, output }: CommandContext,
  folder: string,
  options: ImportOptions,
): Promise<void> {
  const source = await readSourceFolder(resolve(folder));
  const plan = planImport(source.files, source.otherFiles, () => newId('document'));
  const progress = startProgress('Importing', plan.pages.length, output.json);
  let imported = 0;
  let queued = 0;
  try {
    for (const batch of batches(plan.pages)) {
      const documents = batch.map((page) => ({ ...page, status: statusOf(page, options) }));
      const answer = await connection.run(importDocuments, { space: options.space, documents }, options.user);
      imported += answer.created.length;
      queued += answer.queued;
      progress.advance(batch.length);
    }
  } finally {
    progress.end();
    if (imported < plan.pages.length) output.remark(`Stopped after ${plural(imported, 'page')}.`);
  }
  const skipped = [...source.skipped, ...plan.skipped];
  const report = {
    imported,
    queued,
    skipped,
    notes: plan.notes,
    dead_links: plan.deadLinks,
    images: plan.images,
  };
  output.answer(report, () => describe(imported, queued, skipped, plan, options));
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

function describe(
  imported: number,
  queued: number,
  skipped: readonly SkippedFile[],
  plan: ImportPlan,
  { space }: ImportOptions,
): string {
  const images = plan.images === 0 ? [] : [`${plural(plan.images, 'image')} left as they are in the text.`];
  const waiting =
    queued === 0 ? [] : [`${plural(queued, 'page')} wait for review before they are published.`];
  return [
    `Imported ${plural(imported, 'page')} into ${space}.`,
    ...waiting,
    ...images,
    ...section(
      'Done to the files:',
      plan.notes.map(({ note, files }) => `${note} (${plural(files, 'file')})`),
    ),
    ...section('Skipped:', reasons(skipped)),
    ...section(
      'Links that point nowhere, left as they are:',
      plan.deadLinks.map(({ path, link }) => `${path}: ${link}`),
    ),
  ].join('\n');
}

/** Files that were skipped for one reason as one line when they are many. */
function reasons(skipped: readonly SkippedFile[]): string[] {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason);
  return [...byReason].flatMap(([reason, files]) =>
    files.length > SHOWN
      ? [`${plural(files.length, 'file')}: ${reason}`]
      : files.map(({ path }) => `${path}: ${reason}`),
  );
}

function section(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length > SHOWN ? [`  … and ${lines.length - SHOWN} more; --json lists all.`] : [];
  return [title, ...lines.slice(0, SHOWN).map((line) => `  ${line}`), ...more];
}
