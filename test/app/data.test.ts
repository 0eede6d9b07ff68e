import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../server/faces/cli/connect.ts';
import { listAudit } from '../../server/operations/audit/list.ts';
import { updateDocument } from '../../server/operations/documents/update.ts';
import { startServer, type RunningServer } from '../../server/start.ts';
import { folderConfig } from '../builders/folder.ts';
import { openAppPage, openAppWorld, PHONE, type AppPage, type AppWorld } from './app-world.ts';

/** What a browser keeps of its being signed in. */
async function leave({ page }: AppPage): Promise<BrowserContextOptions['storageState']> {
  const state = await page.context().storageState();
  await page.context().close();
  return state;
}

/** "Missing or damaged files never turn into an empty database", and the owner is told what to do (design §4, security X6). */
describe('damaged files of the workspace', () => {
  let world: AppWorld;
  /** Browsers that were signed in before anything happened: while nothing can be written, no other one can be. */
  const signedIn: Record<'ada' | 'eve', BrowserContextOptions['storageState']> = { ada: '', eve: '' };
  let ports: { port: string; 'local-port': string };
  let server: RunningServer | undefined;
  const pages: Record<'kettle' | 'teapot', string> = { kettle: '', teapot: '' };

  beforeAll(async () => {
    world = await openAppWorld({ members: { eve: 'editor' } });
    pages.kettle = (await world.addPage({ title: 'Kettle', content: 'It boils.' })).id;
    pages.teapot = (await world.addPage({ title: 'Teapot', content: 'It pours.' })).id;
    signedIn.ada = await leave(await world.openLocal());
    signedIn.eve = await leave(await world.openAs('eve'));
    const portOf = (address: string | null) => new URL(address ?? '').port;
    ports = { port: portOf(world.server.publicUrl), 'local-port': portOf(world.server.localApp.url) };
  });
  afterAll(async () => {
    await server?.close();
    await world.close();
  });

  const file = (...parts: string[]) => join(world.folder, ...parts);

  /** Ends the server that runs, has something happen to its folder, and starts one again. */
  async function startAgain(between: () => Promise<unknown> = async () => undefined): Promise<void> {
    await (server ?? world.server).close();
    await between();
    server = await startServer(
      folderConfig(world.folder, { search: 'lunr', 'log-level': 'silent', ...ports }),
    );
  }

  async function openLocal(options: BrowserContextOptions = {}): Promise<AppPage> {
    const place = { address: server?.localApp.url ?? '', hosts: [] };
    const app = await openAppPage(world.browser, place, { storageState: signedIn.ada, ...options });
    await app.page.locator('h1').first().waitFor();
    return app;
  }

  const seeWhatItIs = (app: AppPage) => app.page.getByRole('link', { name: 'See what it is' });
  const yourData = (app: AppPage) => app.page.getByRole('region', { name: 'Your data' });

  /** Accepts under Diagnostics, up to the start that it counts from. */
  async function goOnWithout(app: AppPage, what: string): Promise<void> {
    await yourData(app).getByRole('button', { name: 'Go on without what is lost…' }).click();
    const question = app.page.getByRole('dialog', { name: `Go on without ${what}?` });
    await question.getByText('A page whose text is lost becomes empty').waitFor();
    await question.getByText('Copy the folder of the workspace to a safe place first').waitFor();
    await question.getByRole('button', { name: 'Go on without it' }).click();
    await yourData(app).getByText('You go on without what is lost, from the next start').waitFor();
    await yourData(app).getByText('Stop Commonplace where it was started, and start it again.').waitFor();
  }

  it('are not spoken of while all is well, and can be checked at any time', async () => {
    await startAgain();
    const app = await openLocal();
    await app.go('/diagnostics');
    await app.page.getByRole('button', { name: 'Check all files' }).click();
    await app.page.getByText(/files checked: all of them are whole/).waitFor();
    expect(await yourData(app).count()).toBe(0);
    await app.page.context().close();
  });

  it('that cost something saved stop all changes: everybody is told, the owner is led to what it is', async () => {
    await startAgain(async () => {
      await rm(file('documents', `${pages.kettle}.json`));
      await rm(file('versions', pages.kettle), { recursive: true });
    });
    const place = { address: server?.publicUrl ?? '', hosts: [] };
    const eve = await openAppPage(world.browser, place, { storageState: signedIn.eve });
    await eve.page
      .getByText('nothing can be changed until the owner of this workspace has put it right')
      .waitFor();
    expect(await seeWhatItIs(eve).count()).toBe(0);
    await eve.page.context().close();

    const app = await openLocal();
    await seeWhatItIs(app).click();
    await app.page.getByRole('heading', { name: 'Diagnostics', level: 1 }).waitFor();
    await yourData(app).getByText('One file is lost: nothing can be changed until you decide').waitFor();
    await yourData(app).getByRole('link', { name: 'Kettle' }).waitFor();
    await yourData(app).getByText(`documents/${pages.kettle}.json`, { exact: true }).waitFor();
    await yourData(app).getByText('The file is missing; its text could not be recovered.').waitFor();
    await app.expectClean();
    await app.page.context().close();
  });

  it('are gone on without from the next start, once the owner has said so; then nothing is left to say', async () => {
    const app = await openLocal({ colorScheme: 'dark', viewport: PHONE });
    await app.go('/diagnostics');
    await goOnWithout(app, '2 lost files');
    await app.expectClean();
    await app.page.context().close();

    await startAgain();
    expect(server?.readOnlyReason()).toBeNull();
    const after = await openLocal();
    await after.go('/');
    await after.page.getByRole('heading', { name: 'Hello, ada' }).waitFor();
    expect(await seeWhatItIs(after).count()).toBe(0);
    await after.go('/diagnostics');
    await after.page.getByRole('button', { name: 'Check all files' }).click();
    await after.page.getByText(/What is damaged is under/).waitFor();
    // The old version stays lost, which the owner knows: nothing is left to decide.
    await yourData(after).getByText('its loss was accepted').waitFor();
    expect(await yourData(after).getByRole('button', { name: 'Go on without' }).count()).toBe(0);
    await after.page.context().close();

    const connection = await connect(folderConfig(world.folder));
    const entries = (await connection.run(listAudit, { action: 'workspace.accept_loss' })).items;
    expect(entries).toMatchObject([
      { username: 'ada', result: 'ok', details: { losses: 2, files: expect.stringContaining(pages.kettle) } },
    ]);
    await connection.run(updateDocument, { id: pages.kettle, content: 'It boils again.' });
    await connection.close();
  });

  it('that let work go on are said on Home, and mended in the same way, with what was damaged kept', async () => {
    await startAgain(async () => {
      for (const path of [`documents/${pages.teapot}.json`, `versions/${pages.teapot}/1.json`])
        await writeFile(file(path), 'scrambled');
    });
    const app = await openLocal();
    expect(await seeWhatItIs(app).count()).toBe(0);
    await app.go('/diagnostics');
    await app.page.getByRole('button', { name: 'Check all files' }).click();
    await yourData(app).getByRole('link', { name: 'Teapot' }).first().waitFor();
    await app.go('/');
    await app.page.getByText('Something that was saved is damaged').waitFor();
    await app.expectClean();
    await seeWhatItIs(app).click();
    await goOnWithout(app, '2 lost files');
    await app.page.context().close();

    await startAgain();
    const after = await openLocal();
    await after.go(`/documents/${pages.teapot}`);
    await after.page.getByRole('heading', { name: 'Teapot', level: 1 }).waitFor();
    await after.go('/');
    await after.page.getByRole('heading', { name: 'Hello, ada' }).waitFor();
    expect(await after.page.getByText('Something that was saved is damaged').count()).toBe(0);
    expect(after.problems).toEqual([]);
    const beside = await readdir(file('documents'));
    expect(beside.some((name) => name.startsWith(`${pages.teapot}.json.corrupt-`))).toBe(true);
  });
});
