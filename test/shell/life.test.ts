import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../server/domain/identifier.ts';
import { cancellable } from '../fakes/electron.ts';
import { endDesks, startDesk, type DeskOptions, type DeskWorld } from './desk-world.ts';
import { PATIENCE } from '../patience.ts';

const provider = { embeddings: { kind: 'openai', url: 'https://api.example.com/v1', model: 'small' } };
const KEY = 'sk-very-secret';
const keyFile = ({ folder }: DeskWorld) => readFileSync(join(folder, 'secrets', 'embeddings.json'), 'utf8');

/** A program that serves its workspace. */
async function running(options: DeskOptions = {}): Promise<DeskWorld> {
  const desk = await startDesk(options);
  await desk.call('account.read');
  return desk;
}

/** One computer, on which the program is started again and again. */
let root: string;
/** Pages that were answered for as saved. */
let acknowledged = 0;
afterAll(endDesks);

describe('the first start', () => {
  let desk: DeskWorld;
  beforeAll(async () => {
    desk = await running();
    ({ root } = desk);
  });

  it('keeps Chromium’s files apart from the workspace, whose folder they would otherwise be in', () => {
    expect(desk.electron.app.getPath('userData')).toBe(desk.profile);
  });

  it('a program that was not installed cannot start at login', async () => {
    expect(await desk.call('desktop.read')).toMatchObject({
      value: { desktop: { abilities: { start_at_login: false, tray: true } } },
    });
  });

  it('browsers on this computer are let in only when the person wants it, and at once', async () => {
    expect(await desk.call('desktop.read')).toMatchObject({
      value: { desktop: { preferences: { local_listener: false } } },
    });
    expect(await desk.call('desktop.update', { local_listener: true })).toMatchObject({
      value: { preferences: { local_listener: true } },
    });
    expect(await desk.call('desktop.update', { local_listener: false })).toMatchObject({ ok: true });
  });

  it('keys of other services are sealed with the system’s keyring (security E9)', async () => {
    await desk.call('settings.update', provider);
    expect(await desk.call('settings.set_embeddings_key', { key: KEY })).toMatchObject({ ok: true });
    expect(keyFile(desk)).not.toContain(KEY);
    expect(await desk.call('desktop.read')).toMatchObject({
      value: { desktop: { secret_protection: 'operating_system' } },
    });
  });

  it('a second start shows the window of the first', async () => {
    desk.window().hide();
    desk.electron.app.emit('second-instance', {}, ['commonplace'], '/');
    expect([desk.window().isVisible, desk.record.windows.length]).toEqual([true, 1]);
  });

  it('the second start itself opens nothing and ends', async () => {
    const other = await startDesk({ root, system: { isFirstInstance: false } });
    expect(await other.ended).toBe(0);
    expect([other.record.windows, other.record.calls.size]).toEqual([[], 0]);
  });

  it('given a link to a document, shows it in the window', () => {
    const id = newId('document');
    desk.electron.app.emit('second-instance', {}, ['commonplace', `commonplace://document/${id}`], '/');
    expect(desk.window().loaded.at(-1)).toBe(`app://desk/#/documents/${id}`);
  });

  it('given a link on macOS, too', () => {
    const id = newId('document');
    const event = cancellable();
    desk.electron.app.emit('open-url', event, `commonplace://document/${id}`);
    expect([event.isPrevented, desk.window().loaded.at(-1)]).toEqual([true, `app://desk/#/documents/${id}`]);
  });

  it('another program that wants the same folder says so in words, and ends', async () => {
    const second = await startDesk({ root });
    expect(await second.ended).toBe(1);
    expect(second.record.dialogs).toMatchObject([{ buttons: ['Quit'] }]);
    expect(second.record.dialogs[0]?.message).toContain(desk.folder);
  });

  it('closing the window asks; “Keep running” hides it, and everybody is still answered', async () => {
    desk.window().close();
    await vi.waitFor(() => expect(desk.window().isVisible).toBe(false), PATIENCE);
    expect(desk.record.dialogs).toMatchObject([
      { message: 'Keep Commonplace running?', buttons: ['Keep running', 'Quit'] },
    ]);
    expect(
      await desk.call('documents.create', { space: 'notes', title: 'Last words', content: 'Text.' }),
    ).toMatchObject({ ok: true });
  });

  it('starting again from the app ends it in order, and tells the system to start it', async () => {
    expect(await desk.call('desktop.restart')).toEqual({ ok: true, value: { is_restarting: true } });
    expect(await desk.ended).toBe(0);
    expect([desk.record.relaunches, desk.tray().isDestroyed]).toEqual([1, true]);
  });
});

describe('the next start', () => {
  it('finds everything that was acknowledged, the window’s place, and the answer about closing', async () => {
    const desk = await running({ root });
    expect(await desk.call('documents.list', {})).toMatchObject({
      value: { items: [{ title: 'Last words' }] },
    });
    expect(desk.window().options).toMatchObject({ x: 10, y: 20, width: 1000, height: 700 });
    desk.window().close();
    expect([desk.window().isVisible, desk.record.dialogs]).toEqual([false, []]);
    // Security X14: whatever is acknowledged while it ends is there afterwards.
    const writes = Array.from({ length: 50 }, (_, index) =>
      desk.call('documents.create', { space: 'notes', title: `Write ${index}`, content: 'Text.' }),
    );
    process.emit('SIGTERM');
    expect(await desk.ended).toBe(0);
    // With “Last words”.
    acknowledged = 1 + (await Promise.all(writes)).filter(({ ok }) => ok).length;
  });

  it('finds what was acknowledged while it ended, and nothing else', async () => {
    const desk = await running({ root, words: ['--hidden'] });
    expect(await desk.call('documents.list', { limit: 1 })).toMatchObject({ value: { total: acknowledged } });
    await desk.quit();
  });

  it('at login shows no window; a link that started it does', async () => {
    const id = newId('document');
    const desk = await running({ root, words: ['--hidden', `commonplace://document/${id}`] });
    await vi.waitFor(() => expect(desk.window().loaded).toEqual([`app://desk/#/documents/${id}`]), PATIENCE);
    expect(await desk.quit()).toBe(0);
  });

  it('on a Linux without a keyring, keys stay files for their owner only, and the app says so', async () => {
    const desk = await running({ root, words: ['--hidden'], system: { keyring: 'none' } });
    expect(desk.record.windows).toEqual([]);
    await desk.call('settings.set_embeddings_key', { key: KEY });
    expect(await desk.call('desktop.read')).toMatchObject({
      value: { desktop: { secret_protection: 'file_permissions' } },
    });
    expect(keyFile(desk)).toContain(KEY);
    desk.electron.app.emit('activate');
    expect(desk.window().loaded).toEqual(['app://desk/']);
    await desk.quit();
  });

  it('with a damaged memory has its defaults', async () => {
    const profile = join(root, 'appData', 'Commonplace Desktop');
    expect(existsSync(profile)).toBe(true);
    await writeFile(join(profile, 'desktop.json'), '{"preferences": {"start_at_login": "yes"}, "window": 7');
    const desk = await running({ root, system: { answerDialog: async () => 1 } });
    expect(await desk.call('desktop.read')).toMatchObject({
      value: { desktop: { preferences: { start_at_login: false, close_to_tray: null } } },
    });
    desk.window().close();
    expect(await desk.ended).toBe(0);
  });

  it('with a flag that does not fit says which, and ends', async () => {
    const desk = await startDesk({ root, words: ['--host', 'nowhere.example'] });
    expect(await desk.ended).toBe(1);
    expect(desk.record.dialogs[0]?.detail).toContain('--host must be an IP address');
  });
});
