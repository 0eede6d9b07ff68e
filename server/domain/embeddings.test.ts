import { describe, expect, it } from 'vitest';
import { embeddingsKeySchema, embeddingsProviderSchema, embeddingsSchema } from './embeddings.ts';

const accepts = (url: string) =>
  embeddingsProviderSchema.safeParse({ kind: 'openai', url, model: 'm' }).success;

describe('the address of an embeddings provider', () => {
  it.each([
    'https://api.openai.com/v1',
    'https://embeddings.example.com:8443/some/path/',
    'http://127.0.0.1:11434',
    'http://localhost:1234/v1',
    'http://[::1]:11434',
    'http://192.168.1.20:11434',
    'http://10.0.0.5',
    'http://172.16.0.1',
    'http://[fd12:3456::1]:11434',
    'http://nas:11434',
    'http://ollama.local',
    'http://host.docker.internal:11434',
  ])('may be %s', (url) => expect(accepts(url)).toBe(true));

  it.each([
    ['texts would travel in the open', 'http://api.openai.com/v1'],
    ['texts would travel in the open', 'http://8.8.8.8/v1'],
    ['texts would travel in the open', 'http://172.32.0.1'],
    ['texts would travel in the open', 'http://localhost.example.com'],
    ['texts would travel in the open', 'http://127.0.0.1.example.com'],
    ['a password in it', 'https://user:secret@example.com'],
    ['a name in it', 'https://user@example.com'],
    ['a query in it', 'https://example.com/v1?key=secret'],
    ['an empty query in it', 'https://example.com/v1?'],
    ['a fragment in it', 'https://example.com/v1#x'],
    ['another protocol', 'file:///etc/passwd'],
    ['another protocol', 'ftp://127.0.0.1/'],
    ['no address', 'not an address'],
    ['nothing', ''],
  ])('may not have %s: %s', (_why, url) => expect(accepts(url)).toBe(false));

  it('is kept without a slash at its end', () => {
    const given = { kind: 'ollama', url: ' http://127.0.0.1:11434// ', model: ' nomic-embed-text ' };
    expect(embeddingsProviderSchema.parse(given)).toEqual({
      kind: 'ollama',
      url: 'http://127.0.0.1:11434',
      model: 'nomic-embed-text',
      dimensions: null,
    });
  });
});

describe('the setting', () => {
  it('is off or one provider, and nothing else', () => {
    expect(embeddingsSchema.safeParse('off').success).toBe(true);
    for (const value of [
      'on',
      null,
      {},
      { kind: 'openai' },
      { kind: 'x', url: 'https://a.example', model: 'm' },
    ]) {
      expect(embeddingsSchema.safeParse(value).success).toBe(false);
    }
  });

  it('takes a key of plain characters only: it goes into a header', () => {
    expect(embeddingsKeySchema.safeParse('sk-proj_abc.123').success).toBe(true);
    for (const key of ['', 'two words', 'line\nbreak', 'ключ', 'a'.repeat(1001)]) {
      expect(embeddingsKeySchema.safeParse(key).success).toBe(false);
    }
  });
});
