import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { connect } from '../../server/faces/cli/connect.ts';
import type { Connection } from '../../server/faces/cli/connection.ts';
import { createDocument } from '../../server/operations/documents/create.ts';
import { listDocuments } from '../../server/operations/documents/list.ts';
import { readMirrorStatus } from '../../server/operations/markdown-mirror/status.ts';
import { updateSettings } from '../../server/operations/settings/update.ts';
import { startServer } from '../../server/start.ts';
import { folderConfig, initializeFolder } from '../builders/folder.ts';
import { temporaryFolder } from '../cli/command-line.ts';
import { filesIn } from './mirror-world.ts';
import { PATIENCE } from '../patience.ts';

/** Serves the folder while `use` goes on. */
async function served(folder: string, use: (run: Connection['run']) => Promise<void>): Promise<void> {
  const config = folderConfig(folder, { 'log-level': 'silent' });
  const server = await startServer(config);
  const connection = await connect(config);
  onTestFinished(() => server.close());
  await use((operation, input, user) => connection.run(operation, input, user));
  await connection.close();
  await server.close();
}

/** How the mirror stands once the server has turned to it, which is a moment after its start. */
const looked = (run: Connection['run']) =>
  vi.waitFor(async () => {
    const status = await run(readMirrorStatus, {});
    if (status.state === 'working') throw new Error('Nobody has looked yet.');
    return status;
  }, PATIENCE);

it('given that pages of the workspace are lost, the mirror still has them, and is left as it is', async () => {
  const place = await temporaryFolder();
  const [data, mirror, killed] = [join(place, 'data'), join(place, 'mirror'), join(place, 'killed')];
  await initializeFolder(data, { username: 'ada' });
  const parts = ['snapshot', 'journal', 'documents', 'versions'];
  await served(data, async (run) => {
    await run(createDocument, { space: 'notes', title: 'Kettle', content: 'Water.' });
    await run(updateSettings, { markdown_mirror: mirror });
    await looked(run);
  });
  await served(data, async (run) => {
    await run(createDocument, { space: 'notes', title: 'Pump', content: 'Oil.' });
    // At once: when the workspace has been quiet for a while, its files are in order, and the journal begins anew.
    for (const part of parts) await cp(join(data, part), join(killed, part), { recursive: true });
    await vi.waitUntil(async () => (await filesIn(mirror)).includes('notes/pump.md'), PATIENCE);
  });
  // The program was killed, and the disk has damaged what was saved last.
  for (const part of parts) {
    await rm(join(data, part), { recursive: true });
    await cp(join(killed, part), join(data, part), { recursive: true });
  }
  await damage(join(data, 'journal'), 'Oil.');
  await served(data, async (run) => {
    expect((await run(listDocuments, { space: 'notes' })).items.map(({ title }) => title)).toEqual([
      'Kettle',
    ]);
    const { state, problem } = await looked(run);
    expect([state, problem?.message]).toEqual([
      'waiting',
      expect.stringContaining('the mirror is left as it is'),
    ]);
    expect(problem?.hint).toContain('copy the mirror');
  });
  expect(await readFile(join(mirror, 'notes/pump.md'), 'utf8')).toContain('Oil.');
});

async function damage(folder: string, text: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const bytes = await readFile(join(folder, name));
    const at = bytes.indexOf(text);
    if (at < 0) continue;
    bytes.write('?', at);
    await writeFile(join(folder, name), bytes);
  }
}
