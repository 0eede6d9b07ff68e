import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMMAND, commandName } from './command-name.ts';

describe('what people type before a command', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'commonplace-command-'));
    await writeFile(join(folder, 'package.json'), '{ "name": "commonplace" }');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const nameThere = () => commandName(pathToFileURL(`${folder}/`));

  it('given a checkout, is what npm makes of its package.json, however it was started', async () => {
    await writeFile(join(folder, 'package-lock.json'), '{}');
    expect(nameThere()).toBe('npx commonplace');
    expect(COMMAND).toBe('npx commonplace');
  });

  it('given a package that was installed, never asks npx, which would fetch somebody else’s program', () => {
    expect(nameThere()).toBe('commonplace');
  });
});
