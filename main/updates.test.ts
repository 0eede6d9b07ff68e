import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewerVersion } from '../server/domain/desktop-preferences.ts';
import { repositoryOf } from './repository.ts';
import { openShellMemory, type ShellMemory } from './shell-memory.ts';
import { newerThan, watchUpdates, type Updates } from './updates.ts';

const release = (tag: string) => ({ tag_name: tag, html_url: 'https://github.com/o/commonplace/releases/1' });

describe('a release', () => {
  it.each(['v0.2.0', '0.1.1', 'v1.0.0', 'v0.10.0'])('%s is newer than 0.1.0', (tag) => {
    expect(newerThan('0.1.0', release(tag))).toEqual({
      version: tag.replace('v', ''),
      url: 'https://github.com/o/commonplace/releases/1',
    });
  });

  it.each(['v0.1.0', 'v0.0.9', 'v1.0.0-beta.1', 'nightly', ''])('%s is not', (tag) => {
    expect(newerThan('0.1.0', release(tag))).toBeNull();
  });

  it.each([
    { ...release('v9.0.0'), html_url: 'https://evil.example/' },
    { ...release('v9.0.0'), html_url: 'javascript:alert(1)' },
    { message: 'API rate limit exceeded' },
    null,
  ])('of another shape or place is none: %j', (answer) => {
    expect(newerThan('0.1.0', answer)).toBeNull();
  });
});

describe('the look for updates', () => {
  let folder: string;
  let memory: ShellMemory;
  let asked: number;
  let found: NewerVersion[];
  let updates: Updates;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'commonplace-updates-'));
    memory = await openShellMemory(join(folder, 'desktop.json'));
    asked = 0;
    found = [];
    updates = watchUpdates({
      memory,
      version: '0.1.0',
      fetchRelease: async () => {
        asked += 1;
        return release('v0.2.0');
      },
      log: pino({ level: 'silent' }),
      onFound: (newer) => found.push(newer),
    });
  });
  afterEach(async () => {
    updates.stop();
    await rm(folder, { recursive: true });
  });

  it('is made once a day, and what it found stays known', async () => {
    await updates.look();
    await updates.look();
    expect([asked, found.length, updates.newerVersion?.version]).toEqual([1, 1, '0.2.0']);
  });

  it('a day later is made again, and does not tell of the same version twice', async () => {
    await updates.look();
    await memory.setLastUpdateCheck(new Date(Date.now() - 86_400_001).toISOString());
    await updates.look();
    expect([asked, found.length]).toEqual([2, 1]);
  });

  it('is not made by somebody who does not want it', async () => {
    await memory.setPreferences({ check_for_updates: false });
    await updates.look();
    expect([asked, updates.newerVersion]).toEqual([0, null]);
  });
});

describe('the place of the releases', () => {
  it.each([
    [{ repository: { url: 'git+https://github.com/o/commonplace.git' } }, 'o/commonplace'],
    [{ repository: 'https://github.com/o/commonplace' }, 'o/commonplace'],
    [{ repository: 'github:o/commonplace' }, 'o/commonplace'],
    [{ repository: 'o/commonplace' }, 'o/commonplace'],
    [{ repository: 'https://github.com/o/commonplace/' }, 'o/commonplace'],
    [{ repository: 'git@github.com:o/commonplace.git' }, 'o/commonplace'],
    [{ repository: 'https://git.example/o/commonplace' }, undefined],
    [{ repository: 'https://notgithub.com/o/commonplace' }, undefined],
    [{ repository: 'https://git.example/github.com/o/commonplace' }, undefined],
    [{}, undefined],
  ])('of %j is %s', (manifest, repository) => {
    expect(repositoryOf(manifest)).toBe(repository);
  });
});
