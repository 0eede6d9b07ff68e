import { resolve } from 'node:path';
import type { Command } from 'commander';
import { COMMAND } from '../../../command-name.ts';
import { exportMarkdown, readForExport, type MarkdownTarget } from '../../../transfer/export-markdown.ts';
import { addCommand, onWorkspace, type CommandContext } from '../command.ts';
import { plural } from '../output.ts';
import { prepareTargetFolder, writeTargetFile } from '../target-folder.ts';
import { startTransferBar } from '../transfer-bar.ts';

interface ExportOptions {
  space?: string;
}

export function addExportCommand(program: Command): void {
  addCommand(
    program,
    'export <folder>',
    'write the documents as Markdown files into an empty folder or a ZIP archive',
  )
    .option('--space <slug>', 'one space only')
    .action(onWorkspace(exportFolder));
}

async function exportFolder(
  { connection, output }: CommandContext,
  folder: string,
  { space }: ExportOptions,
): Promise<void> {
  const target = resolve(folder);
  const run: typeof connection.run = (operation, input) => connection.run(operation, input);
  const documents = await readForExport(run, space);
  const bar = startTransferBar('Exporting', output.json);
  const fill = (to: MarkdownTarget) => exportMarkdown(run, documents, to, (progress) => bar.tell(progress));
  try {
    const { exported, images, lost } = await into(target, fill, output);
    bar.end();
    if (lost.length > 0) output.remark(`Lost, and not exported: ${lost.join(', ')}. Run: ${COMMAND} verify`);
    output.answer(
      { exported, images, lost, folder: target },
      `Exported ${plural(exported, 'document')}${withImages(images)} to ${target}.`,
    );
  } finally {
    bar.end();
  }
}

async function into<T>(
  target: string,
  fill: (to: MarkdownTarget) => Promise<T>,
  output: CommandContext['output'],
): Promise<T> {
  if (target.toLowerCase().endsWith('.zip')) {
    const { writeZip } = await import('../../../transfer/zip-target.ts');
    const onlyName = (attempt: number) => (attempt === 0 ? target : undefined);
    return (await writeZip(onlyName, Date.now(), fill)).answer;
  }
  await prepareTargetFolder(target);
  try {
    return await fill({ write: (path, content) => writeTargetFile(target, path, content) });
  } catch (error) {
    output.remark(`What lies in ${target} is a part only: delete it before you export again.`);
    throw error;
  }
}

function withImages(count: number): string {
  return count === 0 ? '' : ` and ${plural(count, 'image')}`;
}
