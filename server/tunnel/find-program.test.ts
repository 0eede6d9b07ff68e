import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundledFolders, findProgram, isOlder } from './find-program.ts';

let folder: string;
const places = (env: NodeJS.ProcessEnv, folders: string[] = []) => ({
  env: { PATH: '', ...env },
  folders,
  platform: process.platform,
});
const at = (...parts: string[]) => join(folder, ...parts);

/** A program that says this on `--version`. */
async function place(name: string, says: string): Promise<void> {
  await mkdir(at(name), { recursive: true });
  await writeFile(at(name, 'cloudflared'), `#!/bin/sh\necho '${says}'\n`);
  await chmod(at(name, 'cloudflared'), 0o755);
}

describe('where the program is looked for (desktop-shell §2.2)', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'commonplace-find-'));
    await place('named', 'cloudflared version 2026.9.1 (built 2026-09-01)');
    await place('bundled', 'cloudflared version 2026.9.2 (built 2026-09-02)');
    await place('on-path', 'cloudflared version 2026.9.3 (built 2026-09-03)');
    await place('other', 'ngrok version 3.1.0');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([
    ['CLOUDFLARED_BIN wins', 'named', ['none', 'bundled'], '2026.9.1'],
    ['then the copy that comes with us', undefined, ['none', 'bundled'], '2026.9.2'],
    ['then the search path', undefined, ['none'], '2026.9.3'],
  ])('%s', async (_what, named, folders, version) => {
    const env = {
      PATH: ['relative', at('none'), at('on-path')].join(delimiter),
      ...(named === undefined ? {} : { CLOUDFLARED_BIN: at(named, 'cloudflared') }),
    };
    const found = await findProgram(
      places(
        env,
        folders.map((name) => at(name)),
      ),
    );
    expect(found).toMatchObject({ version, warning: null });
  });

  it('a program that was named but does not work is not replaced by another one in silence', async () => {
    const env = { CLOUDFLARED_BIN: at('missing'), PATH: at('on-path') };
    const found = await findProgram(places(env, [at('bundled')]));
    expect(found).toMatchObject({
      path: null,
      obstacle: { reason: 'CLOUDFLARED_BIN names a file that is not there.' },
    });
  });

  it.each([
    ['another program', 'other', 'is not cloudflared'],
    ['one that is too old for us', 'old', 'at least 2025.6.1 is needed'],
  ])('%s is refused', async (_what, name, words) => {
    await place('old', 'cloudflared version 2025.6.0 (built 2025-06-01)');
    const found = await findProgram(places({}, [at(name)]));
    expect(found.path === null && found.obstacle.reason).toContain(words);
  });

  it('a file that may not be run is named with what to do', async () => {
    await place('locked', 'cloudflared version 2026.9.3');
    await chmod(at('locked', 'cloudflared'), 0o644);
    const found = await findProgram(places({}, [at('locked')]));
    expect(found).toMatchObject({ path: null, obstacle: { hint: expect.stringContaining('quarantine') } });
  });

  it('the copy of an installed app lies in its resources, the fetched one in assets', () => {
    expect(bundledFolders().at(-1)).toMatch(/assets[/\\]bin[/\\]\w+-\w+[/\\]$/);
  });
});

it.each([
  ['2025.6.0', '2025.6.1', true],
  ['2025.6.1', '2025.6.1', false],
  ['2025.10.0', '2025.6.1', false],
  ['2024.12.9', '2025.6.1', true],
  ['2026.1.0', '2025.6.1', false],
])('version %s is older than %s: %s', (version, than, older) => {
  expect(isOlder(version, than)).toBe(older);
});
