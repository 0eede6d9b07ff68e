import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { readSettings } from './read.ts';
import { setEmbeddingsKey } from './set-embeddings-key.ts';
import { updateSettings } from './update.ts';

const provider = { kind: 'openai', url: 'https://api.example.com/v1', model: 'small' };

describe('the provider of search by meaning', () => {
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = buildWorkspace();
  });
  const set = (embeddings: unknown) => workspace.as('admin', updateSettings, { embeddings });
  const setKey = (key: unknown) => workspace.as('admin', setEmbeddingsKey, { key });
  const kept = () => workspace.services.secrets.read('embeddings');

  it('is off until the owner sets one, and off again when they say so', async () => {
    expect((await workspace.as('admin', readSettings, {})).embeddings).toBe('off');
    expect((await set(provider)).embeddings).toEqual({ ...provider, dimensions: null });
    expect((await set('off')).embeddings).toBe('off');
  });

  it('is on record in the audit log with who set it: it is where texts go', async () => {
    await set(provider);
    await set('off');
    const details = (await workspace.store.audit({ limit: 2 })).map((entry) => entry.details);
    expect(details).toEqual([
      { changed: 'embeddings', embeddings: 'off' },
      { changed: 'embeddings', embeddings: 'small at https://api.example.com/v1' },
    ]);
  });

  it('is refused with an address that would send texts in the open, and stays what it was', async () => {
    const attempt = set({ ...provider, url: 'http://api.example.com/v1' });
    await expect(attempt).rejects.toMatchObject({ code: 'bad_request' });
    expect((await workspace.as('admin', readSettings, {})).embeddings).toBe('off');
  });

  it('gets its key, which goes to its origin only', async () => {
    await set(provider);
    expect(await setKey('sk-1')).toEqual({ origin: 'https://api.example.com' });
    expect(await kept()).toEqual({ origin: 'https://api.example.com', key: 'sk-1' });
    expect(await setKey(null)).toEqual({ origin: null });
    expect(await kept()).toBeNull();
  });

  it('has to be there before its key', async () => {
    await expect(setKey('sk-1')).rejects.toMatchObject({
      code: 'conflict',
      hint: expect.stringContaining('set-embeddings'),
    });
    expect(await kept()).toBeNull();
  });

  it('has its key in no answer, setting or audit entry; that it was set is on record', async () => {
    await set(provider);
    const answers = [await setKey('sk-secret'), await workspace.as('admin', readSettings, {})];
    const audit = await workspace.store.audit({ limit: 10 });
    expect(JSON.stringify([answers, audit, [...workspace.store.tables.settings.all()]])).not.toContain(
      'sk-secret',
    );
    expect(audit[0]).toMatchObject({
      action: 'settings.set_embeddings_key',
      details: { changed: 'embeddings key set' },
    });
  });

  it.each(['', 'two words', 'line\nbreak', 7])('refuses %j for a key, without repeating it', async (key) => {
    await set(provider);
    await expect(setKey(key)).rejects.toMatchObject({ code: 'bad_request' });
  });
});
