import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { connect } from '../../server/faces/cli/connect.ts';
import { exportMarkdownFiles } from '../../server/operations/markdown-files/export.ts';
import { importMarkdownFiles } from '../../server/operations/markdown-files/import.ts';
import { readTransferStatus } from '../../server/operations/markdown-files/status.ts';
import { startServer } from '../../server/start.ts';
import { folderConfig, initializeFolder } from '../builders/folder.ts';
import { temporaryFolder } from '../cli/command-line.ts';
import { PATIENCE } from '../patience.ts';

const PAGES = 1_000;

async function pages(): Promise<string> {
  const folder = await temporaryFolder();
  for (let page = 0; page < PAGES; page += 1)
    await writeFile(join(folder, `${page}.md`), `Page ${page}. ${'A text. '.repeat(200)}`);
  return folder;
}

/** Security X14: one end for everything that runs. */
it('an import and an export end with the program: before its workspace closes, and without a trace', async () => {
  const data = join(await temporaryFolder(), 'data');
  await initializeFolder(data, { username: 'ada' });
  const config = folderConfig(data);
  const left = '.0b8d2c4e-8a3f-4c39-9d6f-2f1f6a5c7e11.part';
  await mkdir(join(data, 'exports'));
  await writeFile(join(data, 'exports', left), 'half an archive');
  await writeFile(join(data, 'exports', '.mine.part'), 'somebody’s own');
  await mkdir(join(data, 'imports'));
  await writeFile(join(data, 'imports', left), 'what was sent to a program that was killed');
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const source = await pages();

  const first = await startServer(config, { log });
  onTestFinished(() => first.close());
  // "sweep left-over parts at the start"
  expect(await readdir(join(data, 'exports'))).toEqual(['.mine.part']);
  expect(await readdir(join(data, 'imports'))).toEqual([]);
  const one = await connect(config);
  const done = async () => (await one.run(readTransferStatus, {})).job?.done ?? 0;
  await one.run(importMarkdownFiles, { path: source, space: 'notes', publish: true });
  await vi.waitUntil(async () => (await done()) > 0, { ...PATIENCE, interval: 1 });
  await one.close();
  await first.close();
  expect(lines.join('')).toContain('"An import of Markdown was ended');
  expect(lines.join('')).not.toMatch(/has failed|closing/);

  const second = await startServer(config, { log });
  onTestFinished(() => second.close());
  const two = await connect(config);
  await two.run(exportMarkdownFiles, {});
  await vi.waitUntil(async () => (await readdir(join(data, 'exports'))).length > 1, {
    ...PATIENCE,
    interval: 1,
  });
  await two.close();
  await second.close();
  expect(existsSync(join(data, 'lock'))).toBe(true);
  // Where it was quicker than the end there is an archive; a part of one is nowhere.
  const parts = (await readdir(join(data, 'exports'))).filter((name) => name.endsWith('.part'));
  expect(parts).toEqual(['.mine.part']);
});
