import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { AppError } from '../../../errors.ts';
import { openSource } from '../../../transfer/create-transfers.ts';
import { importMarkdown } from '../../../transfer/import-markdown.ts';
import { addCommand, onWorkspace, type CommandContext } from '../command.ts';
import { describeImport } from '../import-report.ts';
import { plural } from '../output.ts';
import { startTransferBar } from '../transfer-bar.ts';

interface ImportOptions {
  space: string;
  publish?: boolean;
  skipExisting?: boolean;
  again?: boolean;
  user?: string;
}

export function addImportCommand(program: Command): void {
  addCommand(program, 'import <folder>', 'bring a folder or ZIP archive of Markdown files in')
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
  { space, publish = false, skipExisting, again, user }: ImportOptions,
): Promise<void> {
  const source = await openSource(resolve(folder));
  const bar = startTransferBar('Importing', output.json);
  let imported = 0;
  let isDone = false;
  try {
    const existing = again ? 'again' : skipExisting ? 'skip' : 'refuse';
    const report = await importMarkdown(
      (operation, input) => connection.run(operation, input, user),
      source,
      { space, publish, existing },
      (progress) => {
        imported = progress.pages;
        bar.tell(progress);
      },
    );
    isDone = true;
    bar.end();
    output.answer(report, () => describeImport(report, space, publish));
  } catch (error) {
    throw withFlags(error);
  } finally {
    bar.end();
    await source.close();
    if (!isDone && imported > 0)
      output.remark(`Stopped after ${plural(imported, 'page')}; go on with --skip-existing.`);
  }
}

/** The choice that a person has when pages are there already, in words of this command. */
function withFlags(error: unknown): unknown {
  if (!(error instanceof AppError) || error.details?.['existing'] === undefined) return error;
  const hint = 'Add --skip-existing to import only the others, or --again to import all of them once more.';
  return new AppError(error.code, error.message, { hint, details: error.details, cause: error });
}
