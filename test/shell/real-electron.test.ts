import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureDesktop } from '../../scripts/ensure-desktop.js';
import { findElectron } from '../../scripts/find-electron.js';
import { initializeFolder } from '../builders/folder.ts';

const found = findElectron();
const isRequired = process.env['REQUIRE_ELECTRON'] === '1';
const reason = 'reason' in found ? found.reason : undefined;
if (reason !== undefined && !isRequired) {
  process.stderr.write(
    `SKIPPED: the tests of the real Electron. ${reason} REQUIRE_ELECTRON=1 makes them fail instead.\n`,
  );
}

/** With the real program, where it is: one run on each system belongs to a release (docs/release-checklist.md). */
describe.skipIf(reason !== undefined && !isRequired)('the desktop app in the real Electron', () => {
  let root: string;
  let program: ElectronApplication;
  let page: Page;

  beforeAll(async () => {
    if (!('program' in found)) throw new Error(found.reason);
    if (!ensureDesktop()) throw new Error('The desktop app could not be built.');
    root = await mkdtemp(join(tmpdir(), 'commonplace-electron-'));
    const folder = join(root, 'workspace');
    await initializeFolder(folder, { username: 'ada' });
    program = await _electron.launch({
      executablePath: found.program,
      args: [
        fileURLToPath(new URL('../../', import.meta.url)),
        `--user-data-dir=${join(root, 'profile')}`,
        '--data',
        folder,
        '--port=0',
      ],
    });
    page = await program.firstWindow();
  }, 60_000);
  afterAll(async () => {
    await program?.close();
    await rm(root, { recursive: true, force: true });
  });

  it('shows the app, from its own scheme', async () => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(page.url()).toMatch(/^app:\/\/desk\//);
  });

  it('E1: runs its page isolated, sandboxed and without Node', async () => {
    const preferences = await program.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      return contents &&
        'getLastWebPreferences' in contents &&
        typeof contents.getLastWebPreferences === 'function'
        ? (contents.getLastWebPreferences() as Record<string, unknown>)
        : {};
    });
    expect(preferences).toMatchObject({ contextIsolation: true, sandbox: true, nodeIntegration: false });
    expect(await page.evaluate('[typeof require, typeof process, Object.keys(desk).sort().join()]')).toEqual([
      'undefined',
      'undefined',
      'invoke,onChange',
    ]);
  });

  it('E2: answers the calls of its page', async () => {
    expect(await page.evaluate(`desk.invoke('account.read', {})`)).toMatchObject({
      ok: true,
      value: { username: 'ada' },
    });
  });

  it('E3: opens no window, and goes nowhere else', async () => {
    await page.evaluate(`open('http://example.com/'); location.href = 'file:///etc/passwd'`);
    expect(program.windows()).toHaveLength(1);
    expect(page.url()).toMatch(/^app:\/\/desk\//);
  });

  it('E4: runs no script but its own', async () => {
    await expect(page.evaluate(`new Function('return 1')()`)).rejects.toThrow(/unsafe-eval|Content Security/);
  });

  it('draws a diagram in its sandboxed frame', async () => {
    const answer = await page.evaluate(
      `desk.invoke('documents.create', { space: 'notes', title: 'Flow', content: '\`\`\`mermaid\\ngraph TD; A-->B\\n\`\`\`' })`,
    );
    const { value } = answer as { value: { document: { id: string } } };
    await page.evaluate(`location.hash = '/documents/${value.document.id}'`);
    await page.frameLocator('iframe').first().locator('svg').first().waitFor();
  });
});
