import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { extractAll, uncache } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { filesOfArchive, problemsOfFiles, type Files } from '../../scripts/packaging/check.ts';
import { packageDesktop, problemsOfPackage } from '../../scripts/packaging/desktop.ts';
import { problemsOfFuses, readFuses } from '../../scripts/packaging/fuses.ts';
import { TARGET } from '../../scripts/packaging/stage.ts';
import { initializeFolder } from '../builders/folder.ts';
import { preparePackaging, type PackagingWorld } from './world.ts';

const RUNNER = fileURLToPath(new URL('packed-desktop-on-fake.ts', import.meta.url));
const CONFIGURATION = new URL('../../electron-builder.yml', import.meta.url);

/** Packing for other systems needs their Electron; what is checked is the same. */
describe.skipIf(process.platform !== 'linux')('the desktop package', () => {
  let world: PackagingWorld;
  let unpacked: string;
  let resources: string;
  let files: Files;

  beforeAll(async () => {
    world = await preparePackaging('desktop');
    const { dist, electronDist, programs, checksums } = world;
    const output = join(world.folder, 'release');
    const repository = 'field/commonplace';
    vi.stubEnv('CUSTOM_FPM_PATH', world.fpm.program);
    unpacked = await packageDesktop({
      output,
      dist,
      electronDist,
      programs,
      checksums,
      forms: ['deb'],
      repository,
    });
    resources = join(unpacked, 'resources');
    files = filesOfArchive(join(resources, 'app.asar'));
  });

  afterAll(() => world.remove());

  it('holds what runs, and nothing else: no sources, no maps, no package that was bundled', () => {
    const tops = new Set(files.paths.map((path) => path.split('/')[0]));
    expect(tops).toEqual(
      new Set(['LICENSE', 'THIRD-PARTY-NOTICES.txt', 'assets', 'dist', 'node_modules', 'package.json']),
    );
    const assets = new Set(files.paths.filter((path) => path.startsWith('assets/')).map(secondFolder));
    expect(assets).not.toContain('bin');
    expect(files.paths.filter((path) => /\.(?:map|tsx?|svg\.json)$/.test(path))).toEqual([]);
    expect(files.paths).not.toContain('dist/commonplace.js');
    expect(JSON.parse(files.read('package.json'))).toMatchObject({
      name: 'commonplace',
      main: 'dist/main/index.js',
      homepage: 'https://github.com/field/commonplace',
      repository: { type: 'git', url: 'git+https://github.com/field/commonplace.git' },
    });
    expect(JSON.parse(files.read('package.json'))).not.toHaveProperty('devDependencies');
  });

  it('has its native files beside the archive, where the system can load them, for this system only', () => {
    const native = files.paths.filter((path) => path.endsWith('.node'));
    expect(native).toHaveLength(2);
    expect(native.every((path) => path.includes(TARGET) && files.isOutside(path))).toBe(true);
  });

  it('has cloudflared beside it, which everybody can start, with its licence, and our own texts', async () => {
    const program = await stat(join(resources, 'bin/cloudflared'));
    expect(program.mode & 0o777).toBe(0o755);
    const text = (name: string) => readFile(join(resources, name), 'utf8');
    expect(await text('bin/LICENSE.cloudflared.txt')).toContain('Apache License');
    expect(await text('LICENSE')).toContain('MIT License');
    expect(await text('THIRD-PARTY-NOTICES.txt')).toContain('koa 3.');
  });

  it('cannot be turned into a Node, and runs its own archive only, unchanged (security E5)', async () => {
    const program = join(unpacked, 'commonplace');
    expect(await readFuses(program)).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    });
    const { electronFuses } = parse(await readFile(CONFIGURATION, 'utf8')) as {
      electronFuses: Record<string, boolean>;
    };
    const fresh = await problemsOfFuses(join(world.electronDist, 'electron'), electronFuses);
    expect(fresh).toContain('The fuse runAsNode is on in the built program.');
  });

  it('is installed with its icon in every size, and opens links to documents', async () => {
    const words = (await readFile(world.fpm.words, 'utf8')).split('\n');
    for (const size of [16, 24, 32, 48, 64, 128, 256, 512, 1024])
      expect(words.filter((word) => word.endsWith(`/${size}x${size}/apps/commonplace.png`))).toHaveLength(1);
    const entry = await readFile(world.fpm.desktopEntry, 'utf8');
    expect(entry).toContain('MimeType=x-scheme-handler/commonplace;');
    expect(entry).toContain('StartupWMClass=commonplace');
    expect(entry).toMatch(/^Exec=.*\/commonplace %U$/m);
  });

  it('says to Debian who publishes it, and where', async () => {
    const words = (await readFile(world.fpm.words, 'utf8')).split('\n');
    expect(words[words.indexOf('--url') + 1]).toBe('https://github.com/field/commonplace');
    expect(words[words.indexOf('--maintainer') + 1]).toBe(
      'The Commonplace authors <field@users.noreply.github.com>',
    );
  });

  it('starts from its archive, shows the workspace, asks its repository for newer versions, and ends with everything written', async () => {
    const app = join(world.folder, 'extracted');
    const home = join(world.folder, 'home');
    extractAll(join(resources, 'app.asar'), app);
    await mkdir(home);
    await initializeFolder(join(home, 'workspace'), { username: 'ada' });
    const args = ['--disable-warning=ExperimentalWarning', RUNNER, app, resources, home];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
    expect(JSON.parse(stdout)).toMatchObject({
      spaces: { ok: true, value: { items: [{ slug: 'notes' }], total: 1 } },
      page: 200,
      script: 200,
      isPreloadThere: true,
      pictures: [true],
      asked: ['https://api.github.com/repos/field/commonplace/releases/latest'],
      exitCode: 0,
    });
  });

  it('is refused when the tunnel program was not fetched', async () => {
    const { dist, electronDist, checksums } = world;
    const programs = join(world.folder, 'no-programs');
    const output = join(world.folder, 'refused');
    await expect(
      packageDesktop({ output, dist, electronDist, programs, checksums, forms: ['dir'] }),
    ).rejects.toThrow("The tunnel's program cloudflared is missing: run `npm run fetch-cloudflared` first.");
  });

  const damages: [string, (folder: string) => Promise<void>, string][] = [
    [
      'another cloudflared than the pinned one',
      (folder) => writeFile(join(folder, 'bin/cloudflared'), '#!/bin/sh\n'),
      'cloudflared is not the pinned one: its checksum differs.',
    ],
    [
      'a cloudflared that cannot be started',
      (folder) => chmod(join(folder, 'bin/cloudflared'), 0o644),
      'cloudflared cannot be started by everybody.',
    ],
    [
      'cloudflared without its licence',
      (folder) => rm(join(folder, 'bin/LICENSE.cloudflared.txt')),
      'The licence of cloudflared is missing.',
    ],
    [
      'no notices of others',
      (folder) => rm(join(folder, 'THIRD-PARTY-NOTICES.txt')),
      'THIRD-PARTY-NOTICES.txt is missing beside the archive.',
    ],
  ];

  it.each(damages)('is refused with %s', async (what, damage, problem) => {
    const copy = join(world.folder, what.replaceAll(' ', '-'));
    await cp(resources, copy, { recursive: true });
    await damage(copy);
    expect(await problemsOfPackage(copy, world.sha256)).toEqual([problem]);
    uncache(join(copy, 'app.asar'));
  });

  it('is refused when no checksum is pinned for the system', async () => {
    expect(await problemsOfPackage(resources, undefined)).toEqual([
      `No checksum is pinned for cloudflared on ${TARGET}.`,
    ]);
  });

  const missing = [
    'dist/renderer/index.html',
    'dist/renderer/frames/diagram.html',
    'dist/main/preload.cjs',
    'dist/search-worker.js',
    'dist/image-worker.js',
    'assets/pages/page.css',
    'assets/icons/tray/trayTemplate.png',
    'LICENSE',
  ];

  it.each(missing)('is refused without %s', async (path) => {
    const paths = files.paths.filter((one) => one !== path);
    expect(await problemsOfFiles({ ...files, paths }, 'desktop')).toEqual([`${path} is missing.`]);
  });

  it('is refused without a script that its page names, or that one of those loads later', async () => {
    const scripts = files.paths.filter((path) => /^dist\/renderer\/app\/assets\/.*\.js$/.test(path));
    const named = scripts.filter((path) => /assets\/(?:index|mermaid\.core)[^/]*\.js$/.test(path));
    expect(named.length).toBeGreaterThan(0);
    for (const path of [...named, scripts.at(-1) ?? '']) {
      const paths = files.paths.filter((one) => one !== path);
      expect(await problemsOfFiles({ ...files, paths }, 'desktop')).toEqual([`${path} is missing.`]);
    }
  });

  it.each([
    ['server/cli.ts', 'does not belong into a package.'],
    ['dist/cli.js.map', 'does not belong into a package.'],
    ['.env', 'does not belong into a package.'],
    ['assets/signing.p12', 'does not belong into a package.'],
    ['node_modules/koa/package.json', 'is neither bundled nor native.'],
  ])('is refused with %s in it', async (path, problem) => {
    const paths = [...files.paths, path];
    expect(await problemsOfFiles({ ...files, paths }, 'desktop')).toEqual([`${path} ${problem}`]);
  });

  it('is refused when a native file is missing, or locked in the archive', async () => {
    const paths = files.paths.filter((path) => !/argon2.*\.node$/.test(path));
    expect(await problemsOfFiles({ ...files, paths }, 'desktop')).toEqual([
      `@node-rs/argon2 has no native file for ${TARGET}.`,
    ]);
    const locked = await problemsOfFiles({ ...files, isOutside: () => false }, 'desktop');
    expect(locked).toHaveLength(2);
    expect(locked[0]).toContain('lies in the archive, where the system cannot load it.');
  });
});

function secondFolder(path: string): string | undefined {
  return path.split('/')[1];
}
