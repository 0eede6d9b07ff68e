import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { createPlayedDesktop } from '../../../test/fakes/desktop.ts';
import { DEFAULT_DESKTOP_PREFERENCES } from '../../domain/desktop-preferences.ts';
import { readDesktop } from './read.ts';
import { restartDesktop } from './restart.ts';
import { updateDesktop } from './update.ts';

let workspace: TestWorkspace;
let desktop: ReturnType<typeof createPlayedDesktop>;
const BEFORE = { ...DEFAULT_DESKTOP_PREFERENCES, local_listener: true };

beforeEach(() => {
  workspace = buildWorkspace();
  desktop = createPlayedDesktop();
});

/** As in the desktop app. */
function addDesktop(): void {
  workspace.services.desktop = desktop;
}

describe('the desktop app’s own settings', () => {
  it('a server that runs alone has none', async () => {
    expect(await workspace.as('admin', readDesktop, {})).toEqual({ desktop: null });
    for (const attempt of [
      workspace.as('admin', updateDesktop, { close_to_tray: true }),
      workspace.as('admin', restartDesktop, {}),
    ]) {
      await expect(attempt).rejects.toMatchObject({ code: 'conflict' });
    }
  });

  it('are read with what this computer can do', async () => {
    addDesktop();
    expect(await workspace.as('admin', readDesktop, {})).toEqual({
      desktop: {
        preferences: BEFORE,
        abilities: { start_at_login: true, tray: true },
        secret_protection: 'operating_system',
        newer_version: { version: '9.0.0', url: 'https://github.com/o/commonplace/releases/9' },
        log_file: '/logs/commonplace.log',
      },
    });
  });

  it('a change sets what it names, keeps the rest, and is on record', async () => {
    addDesktop();
    expect(await workspace.as('admin', updateDesktop, { close_to_tray: true })).toMatchObject({
      preferences: { ...BEFORE, close_to_tray: true },
    });
    expect(await workspace.store.audit({ limit: 1 })).toMatchObject([
      { action: 'desktop.update', details: { changed: 'close_to_tray' } },
    ]);
  });

  it.each([{}, { close_to_tray: 'yes' }, { colour: 'blue' }, { start_at_login: null }])(
    '%j is refused, and changes nothing',
    async (changes) => {
      addDesktop();
      await expect(workspace.as('admin', updateDesktop, changes)).rejects.toMatchObject({
        code: 'bad_request',
      });
      expect(desktop.preferences).toEqual(BEFORE);
    },
  );

  it('starting again is asked of the app, and is on record', async () => {
    addDesktop();
    expect(await workspace.as('admin', restartDesktop, {})).toEqual({ is_restarting: true });
    expect(desktop.restarts).toBe(1);
    expect(await workspace.store.audit({ limit: 1 })).toMatchObject([{ action: 'desktop.restart' }]);
  });
});
