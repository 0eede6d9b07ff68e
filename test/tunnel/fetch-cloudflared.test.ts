import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchProgram, readPinned } from '../../scripts/fetch-cloudflared.js';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const program = Buffer.from('#!/bin/sh\necho cloudflared\n');
const URL_OF = 'https://github.com/cloudflare/cloudflared/releases/download/2026.9.3/';

/** A tar archive of one file, as Cloudflare's are for macOS. */
function archiveOf(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(512);
  header.write(name);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  const rest = Buffer.alloc((512 - (content.length % 512)) % 512);
  return gzipSync(Buffer.concat([header, content, rest, Buffer.alloc(1024)]));
}

const archive = archiveOf('cloudflared', program);
const pinned = {
  version: '2026.9.3',
  programs: {
    'linux-x64': { asset: 'cloudflared-linux-amd64', sha256: sha256(program) },
    'linux-arm64': { asset: 'cloudflared-linux-arm64' },
    'win32-x64': { asset: 'cloudflared-windows-amd64.exe', sha256: sha256(program) },
    'darwin-arm64': {
      asset: 'cloudflared-darwin-arm64.tgz',
      archive_sha256: sha256(archive),
      sha256: sha256(program),
    },
  },
};

describe('the pinned program (security C4: "a byte that is not the pinned one is never put into place")', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'commonplace-fetch-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const fetched = (system: string, bytes: Uint8Array) => {
    const download = vi.fn<(url: string) => Promise<Uint8Array>>(async () => bytes);
    return { download, path: fetchProgram({ system, pinned, folder, download }) };
  };

  it.each([
    ['linux-x64', program, 'cloudflared', 'cloudflared-linux-amd64'],
    ['win32-x64', program, 'cloudflared.exe', 'cloudflared-windows-amd64.exe'],
    ['darwin-arm64', archive, 'cloudflared', 'cloudflared-darwin-arm64.tgz'],
  ])(
    'for %s is fetched, checked, made executable, and lies beside its licence',
    async (system, bytes, name, asset) => {
      const { download, path } = fetched(system, bytes);
      expect(await path).toBe(join(folder, system, name));
      expect(download.mock.calls).toEqual([[`${URL_OF}${asset}`]]);
      expect(await readFile(await path)).toEqual(program);
      expect((await stat(await path)).mode & 0o777).toBe(0o755);
      expect(await readdir(join(folder, system))).toEqual(['LICENSE.cloudflared.txt', name].toSorted());
      expect(await readFile(join(folder, system, 'LICENSE.cloudflared.txt'), 'utf8')).toContain(
        'Apache License',
      );
    },
  );

  it('is not fetched again while it is there, and is when it was changed', async () => {
    const path = await fetched('linux-x64', program).path;
    const again = fetched('linux-x64', program);
    await again.path;
    expect(again.download).not.toHaveBeenCalled();
    await rm(path);
    const once = fetched('linux-x64', program);
    await once.path;
    expect(once.download).toHaveBeenCalledOnce();
  });

  it.each([
    [
      'other bytes',
      'linux-x64',
      Buffer.from('evil'),
      /checksum is [0-9a-f]{64}, not [0-9a-f]{64}\. Nothing was changed/,
    ],
    ['another archive', 'darwin-arm64', archiveOf('cloudflared', Buffer.from('evil')), /Nothing was changed/],
    [
      'no pinned checksum',
      'linux-arm64',
      program,
      /No checksum is pinned for cloudflared-linux-arm64 2026\.9\.3/,
    ],
    ['an unknown system', 'sunos-x64', program, /not pinned for sunos-x64: linux-x64/],
  ])('%s: refused, and what was there stays', async (_what, system, bytes, words) => {
    await expect(fetched(system, bytes).path).rejects.toThrow(words);
    const left = await readdir(folder, { recursive: true });
    expect(left).toEqual([]);
  });

  it('is pinned with version and checksum for every system that has packages', async () => {
    const { version, programs } = await readPinned();
    expect(version).toMatch(/^20\d\d\.\d{1,2}\.\d+$/);
    expect(Object.keys(programs).toSorted()).toEqual([
      'darwin-arm64',
      'darwin-x64',
      'linux-arm64',
      'linux-x64',
      'win32-x64',
    ]);
    const sums = Object.values(programs).flatMap(({ asset, sha256: sum, archive_sha256: archived }) =>
      asset.endsWith('.tgz') ? [sum, archived] : [sum],
    );
    expect(sums).toHaveLength(7);
    for (const sum of sums) expect(sum).toMatch(/^[0-9a-f]{64}$/);
  });
});
