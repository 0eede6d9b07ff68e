import { resolve } from 'node:path';
import type { Command } from 'commander';
import { planExport, type ExportedDocument } from '../../../domain/markdown-files/export-plan.ts';
import { exportDocuments } from '../../../operations/documents/export.ts';
import { addCommand, onWorkspace, type CommandContext } from '../command.ts';
import type { Connection } from '../connection.ts';
import { plural } from '../output.ts';
import { startProgress } from '../progress.ts';
import { prepareTargetFolder, writeTargetFile } from '../target-folder.ts';

interface ExportOptions {
  space?: string;
}

const PAGE = 100;

export function addExportCommand(program: Command): void {
  addCommand(program, 'export <folder>', 'write the documents as Markdown files into an empty folder')
    .option('--space <slug>', 'one space only')
    .action(onWorkspace(exportFolder));
}

async function exportFolder(
  { connection, output }: CommandContext,
  folder: string,
  options: ExportOptions,
): Promise<void> {
  const target = resolve(folder);
  const documents = await readAll(connection, options);
  await prepareTargetFolder(target);
  const files = planExport(documents);
  const progress = startProgress('Exporting', files.length, output.json);
  try {
    for (const file of files) {
      await writeTargetFile(target, file);
      progress.advance(1);
    }
  } finally {
    progress.end();
  }
  output.answer(
    { exported: files.length, folder: target },
    `Exported ${plural(files.length, 'document')} to ${target}.`,
  );
}

async function readAll(connection: Connection, { space }: ExportOptions): Promise<ExportedDocument[]> {
  const filter = space === undefined ? {} : { space };
  const documents = new Map<string, ExportedDocument>();
  for (let offset = 0; ;) {
    const page = await connection.run(exportDocuments, { ...filter, limit: PAGE, offset });
    for (const document of page.items) documents.set(document.id, document);
    offset += page.items.length;
    if (page.items.length === 0 || offset >= page.total) return [...documents.values()];
  }
}
