import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
