import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SecretBox } from '../desktop-ports.ts';
import { createSecretFiles } from './secret-files.ts';

const secret = { origin: 'https://api.example.com', key: 'sk-1' };

describe('keys in files', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'commonplace-secrets-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('are there for whoever opens the folder next, until they are removed', async () => {
    await createSecretFiles(folder).write('embeddings', secret);
    expect(await createSecretFiles(folder).read('embeddings')).toEqual(secret);
    await createSecretFiles(folder).write('embeddings', null);
    expect(await createSecretFiles(folder).read('embeddings')).toBeNull();
    expect(await readdir(join(folder, 'secrets'))).toEqual([]);
  });

  it('are for the owner of the folder only (security E9)', async () => {
    await createSecretFiles(folder).write('embeddings', secret);
    expect((await stat(join(folder, 'secrets'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'secrets', 'embeddings.json'))).mode & 0o777).toBe(0o600);
  });

  it('are none where there is no file, or a damaged one', async () => {
    const secrets = createSecretFiles(folder);
    expect(await secrets.read('embeddings')).toBeNull();
    await secrets.write('embeddings', secret);
    for (const text of ['', '{"origin":', '{"key":"sk-1"}', '[]']) {
      await writeFile(join(folder, 'secrets', 'embeddings.json'), text);
      expect(await secrets.read('embeddings')).toBeNull();
    }
  });

  it('are told of when they change, to whoever still listens', async () => {
    const secrets = createSecretFiles(folder);
    const heard: string[] = [];
    const stop = secrets.onChange((name) => void heard.push(name));
    await secrets.write('embeddings', secret);
    await secrets.write('embeddings', null);
    stop();
    await secrets.write('embeddings', secret);
    expect(heard).toEqual(['embeddings', 'embeddings']);
  });
});

describe('keys in a desktop program, which seals them (security E9)', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'commonplace-secrets-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const turned = (text: string) => text.split('').toReversed().join('');
  /** Opens only what it sealed itself, as a keyring does. */
  const boxOf = (owner: string): SecretBox => ({
    seal: async (text) => Buffer.from(turned(owner + text)).toString('base64'),
    async open(sealed) {
      const text = turned(Buffer.from(sealed, 'base64').toString());
      if (!text.startsWith(owner)) throw new Error('That is another person’s.');
      return text.slice(owner.length);
    },
  });
  const text = (name: string) => readFile(join(folder, 'secrets', `${name}.json`), 'utf8');

  it('are not readable in their file, and come back whole', async () => {
    const secrets = createSecretFiles(folder, { box: boxOf('ada:') });
    await secrets.write('embeddings', secret);
    expect(await text('embeddings')).not.toContain('sk-1');
    expect(await secrets.read('embeddings')).toEqual(secret);
  });

  it('that were plain are sealed when they are next read', async () => {
    await createSecretFiles(folder).write('embeddings', secret);
    expect(await createSecretFiles(folder, { box: boxOf('ada:') }).read('embeddings')).toEqual(secret);
    expect(await text('embeddings')).not.toContain('sk-1');
  });

  it('are as good as none for a server without the keyring, and for another person’s', async () => {
    await createSecretFiles(folder, { box: boxOf('ada:') }).write('embeddings', secret);
    expect(await createSecretFiles(folder).read('embeddings')).toBeNull();
    expect(await createSecretFiles(folder, { box: boxOf('eve:') }).read('embeddings')).toBeNull();
  });

  it('what the program made for itself stays plain, so that a folder moves with its connections', async () => {
    await createSecretFiles(folder, { box: boxOf('ada:') }).own('oauth', async () => 'made');
    expect(await createSecretFiles(folder).own('oauth', async () => 'another')).toBe('made');
  });
});
