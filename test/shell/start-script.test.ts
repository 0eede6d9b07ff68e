import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findElectron } from '../../scripts/find-electron.js';

/** `npm start` opens the desktop app; where there can be no window, it says so in one line (design §7). */
describe('whether there can be a window', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'commonplace-electron-'));
    await writeFile(join(folder, 'electron'), '', { mode: 0o755 });
  });
  afterAll(() => rm(folder, { recursive: true }));

  const find = (more: Parameters<typeof findElectron>[0] = {}) =>
    findElectron({
      env: { ELECTRON_OVERRIDE_DIST_PATH: folder, DISPLAY: ':0' },
      platform: 'linux',
      uid: 1000,
      programName: 'electron',
      ...more,
    });

  it('is where the program is: that is what is started', () => {
    expect(find()).toEqual({ program: join(folder, 'electron') });
  });

  it.each([
    ['the program was not fetched yet', { programName: null }, 'npx install-electron'],
    ['its file is gone', { programName: 'gone' }, 'npx install-electron'],
    ['the user is root', { uid: 0 }, 'root'],
  ])('is not where %s, and it says what to do', (_why, more, words) => {
    expect(find(more)).toEqual({ reason: expect.stringContaining(words) });
  });

  it('is not on a Linux without a display', () => {
    const env = { ELECTRON_OVERRIDE_DIST_PATH: folder };
    expect(find({ env })).toEqual({ reason: 'There is no display for a window here.' });
    expect(find({ env: { ...env, WAYLAND_DISPLAY: 'wayland-0' } })).toHaveProperty('program');
    expect(find({ env, platform: 'darwin' })).toHaveProperty('program');
  });
});
