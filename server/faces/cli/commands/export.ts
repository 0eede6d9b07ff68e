import { resolve } from 'node:path';
import type { Command } from 'commander';
import { planExport, type ExportedDocument } from '../../../domain/markdown-files/export-plan.ts';
import { AppError } from '../../../errors.ts';
import { exportAttachment } from '../../../operations/attachments/export.ts';
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
  const { pages, images } = planExport(documents);
  const progress = startProgress('Exporting', pages.length + images.length, output.json);
  const lost: string[] = [];
  try {
    for (const { path, text } of pages) {
      await writeTargetFile(target, path, text);
      progress.advance(1);
    }
    for (const { path, id } of images) {
      if (!(await exportImage(connection, target, path, id))) lost.push(path);
      progress.advance(1);
    }
  } finally {
    progress.end();
  }
  if (lost.length > 0)
    output.remark(`Lost, and not exported: ${lost.join(', ')}. Run: npx commonplace verify`);
  output.answer(
    { exported: pages.length, images: images.length - lost.length, lost, folder: target },
    `Exported ${plural(pages.length, 'document')}${withImages(images.length - lost.length)} to ${target}.`,
  );
}

function withImages(count: number): string {
  return count === 0 ? '' : ` and ${plural(count, 'image')}`;
}

/** False when the picture's bytes are lost: the others are exported all the same. */
async function exportImage(
  connection: Connection,
  target: string,
  path: string,
  id: string,
): Promise<boolean> {
  try {
    const { data } = await connection.run(exportAttachment, { id });
    await writeTargetFile(target, path, Buffer.from(data, 'base64'));
    return true;
  } catch (error) {
    if (error instanceof AppError && error.details?.['lost'] === true) return false;
    throw error;
  }
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
