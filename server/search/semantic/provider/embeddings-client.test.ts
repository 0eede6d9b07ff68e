import { spawn } from 'node:child_process';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createRawServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { embeddingsProviderSchema, type EmbeddingsProvider } from '../../../domain/embeddings.ts';
import { createEmbeddingsClient } from './embeddings-client.ts';
import { createJsonPoster, type JsonPoster } from './post-json.ts';
import { retryAfter } from './provider-error.ts';

let url: string;
let poster: JsonPoster;
let requests: { path: string; headers: IncomingHttpHeaders; body: string }[];
let respond: (response: ServerResponse) => void;
let stop: () => Promise<void>;

beforeEach(async () => {
  requests = [];
  poster = createJsonPoster();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      requests.push({ path: request.url ?? '', headers: request.headers, body });
      respond(response);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  stop = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
});
afterEach(async () => {
  poster.close();
  await stop();
});

interface Asked extends Partial<EmbeddingsProvider> {
  timeoutMs?: number;
  signal?: AbortSignal;
  key?: string;
}

function embed(inputs: readonly string[], asked: Asked = {}) {
  const { timeoutMs = 10_000, signal = new AbortController().signal, key = null, ...over } = asked;
  const provider = embeddingsProviderSchema.parse({ kind: 'openai', url, model: 'm', ...over });
  return createEmbeddingsClient(provider, key, poster).embed(inputs, { timeoutMs, signal });
}

const answer = (body: unknown) => {
  respond = (response) => response.end(typeof body === 'string' ? body : JSON.stringify(body));
};

describe('the OpenAI protocol', () => {
  it('posts model and texts with the key, and brings vectors into the order of the texts', async () => {
    answer({
      data: [
        { index: 1, embedding: [0, 2] },
        { index: 0, embedding: [3, 4] },
      ],
    });
    const vectors = await embed(['one', 'two'], { key: 'sk-1', dimensions: null });
    expect(vectors.map((vector) => [...vector])).toEqual([
      [expect.closeTo(0.6), expect.closeTo(0.8)],
      [0, 1],
    ]);
    expect(requests[0]?.path).toBe('/v1/embeddings');
    expect(requests[0]?.headers).toMatchObject({
      authorization: 'Bearer sk-1',
      'content-type': 'application/json',
      'accept-encoding': 'identity',
    });
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      model: 'm',
      input: ['one', 'two'],
      encoding_format: 'float',
    });
  });

  it('asks for the dimensions that the owner set', async () => {
    answer({ data: [{ index: 0, embedding: [1, 1, 1, 1, 1, 1, 1, 1] }] });
    await embed(['one'], { dimensions: 8 });
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ dimensions: 8 });
    expect(requests[0]?.headers.authorization).toBeUndefined();
  });
});

describe('the Ollama protocol', () => {
  it('posts to /api/embed and takes the rows as they come', async () => {
    answer({
      model: 'm',
      embeddings: [
        [1, 0],
        [0, 5],
      ],
    });
    const vectors = await embed(['one', 'two'], { kind: 'ollama' });
    expect(vectors.map((vector) => [...vector])).toEqual([
      [1, 0],
      [0, 1],
    ]);
    expect(requests[0]?.path).toBe('/v1/api/embed');
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      model: 'm',
      input: ['one', 'two'],
      truncate: true,
    });
  });
});

describe('proxies', () => {
  it('of the environment are not used: texts go to the provider and nowhere else (security S1)', () => {
    const script = `
      const { createJsonPoster } = await import(${JSON.stringify(new URL('post-json.ts', import.meta.url).href)});
      const poster = createJsonPoster();
      const signal = new AbortController().signal;
      const request = { url: process.argv[1], body: {}, key: null, timeoutMs: 10000, signal };
      process.stdout.write(JSON.stringify(await poster.post(request)));
      poster.close();
    `;
    answer({ direct: true });
    const proxy = 'http://127.0.0.1:1';
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script, `${url}/embeddings`], {
      env: { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, http_proxy: proxy, ALL_PROXY: proxy },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    return new Promise<void>((resolve) => void child.once('close', resolve)).then(() =>
      expect(out).toBe('{"direct":true}'),
    );
  });
});

describe('an answer that is not what was asked for is refused', () => {
  const rows = (...embeddings: unknown[]) => ({
    data: embeddings.map((embedding, index) => ({ index, embedding })),
  });
  it.each([
    ['no JSON', '<html>'],
    ['null', 'null'],
    ['no rows', {}],
    ['too few', rows([1, 0])],
    ['too many', rows([1, 0], [1, 0], [1, 0])],
    [
      'one place twice',
      {
        data: [
          { index: 0, embedding: [1] },
          { index: 0, embedding: [1] },
        ],
      },
    ],
    [
      'a place that does not exist',
      {
        data: [
          { index: 0, embedding: [1] },
          { index: 7, embedding: [1] },
        ],
      },
    ],
    ['two dimensions', rows([1, 0], [1, 0, 0])],
    ['text for numbers', rows([1, 0], ['1', 0])],
    ['null for a number', rows([1, 0], [null, 0])],
    ['a number beyond floats', '{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1e999]}]}'],
    ['a vector without direction', rows([1, 0], [0, 0])],
    ['an empty vector', rows([], [])],
    ['no vector', rows('AAAA', 'AAAA')],
    ['rows without vectors', { data: [{ index: 0 }, { index: 1 }] }],
  ])('%s', async (_name, body) => {
    answer(body);
    await expect(embed(['one', 'two'])).rejects.toMatchObject({ name: 'ProviderError', fault: 'malformed' });
  });

  it('a dimension that the owner did not set', async () => {
    answer(rows([1, 0]));
    await expect(embed(['one'], { dimensions: 8 })).rejects.toMatchObject({
      fault: 'malformed',
      message: expect.stringContaining('vectors of 2 numbers where 8 are expected'),
    });
  });

  it('one that is larger than vectors can be, without reading it to its end', async () => {
    respond = (response) => {
      const block = Buffer.alloc(1024 * 1024, ' ');
      const write = () => {
        if (!response.destroyed) response.write(block, write);
      };
      write();
    };
    await expect(embed(['one'])).rejects.toMatchObject({
      fault: 'malformed',
      message: expect.stringContaining('more than vectors can be'),
    });
  });
});

describe('what a status means', () => {
  it.each([
    [401, 'key'],
    [403, 'key'],
    [404, 'model'],
    [429, 'busy'],
    [408, 'unreachable'],
    [500, 'unreachable'],
    [503, 'unreachable'],
    [400, 'refused'],
    [413, 'refused'],
  ])('%i: %s', async (status, fault) => {
    respond = (response) => {
      response.statusCode = status;
      response.setHeader('retry-after', '7');
      response.end('{"error":{"message":"Incorrect API key provided: sk-1"}}');
    };
    const error: unknown = await embed(['one'], { key: 'sk-1' }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ fault, retryAfterMs: 7000 });
    expect(String(error)).not.toContain('sk-1');
  });

  it.each([301, 302, 307, 308])('%i: a redirect is not followed', async (status) => {
    respond = (response) => {
      response.statusCode = status;
      response.setHeader('location', `${url}/elsewhere`);
      response.end();
    };
    await expect(embed(['one'])).rejects.toMatchObject({ message: expect.stringContaining('not followed') });
    expect(requests).toHaveLength(1);
  });

  it('Retry-After is seconds or a date', () => {
    const now = Date.parse('2026-03-01T09:00:00Z');
    expect(retryAfter('120', now)).toBe(120_000);
    expect(retryAfter('Sun, 01 Mar 2026 09:00:30 GMT', now)).toBe(30_000);
    expect(retryAfter('Sun, 01 Mar 2026 08:00:00 GMT', now)).toBe(0);
    expect(retryAfter('soon', now)).toBeNull();
    expect(retryAfter(undefined, now)).toBeNull();
  });
});

describe('a provider that does not answer', () => {
  it('in time is given up', async () => {
    respond = () => undefined;
    await expect(embed(['one'], { timeoutMs: 30 })).rejects.toMatchObject({
      fault: 'unreachable',
      message: expect.stringContaining('in time'),
    });
  });

  it('to its end in time, a few bytes now and then, is given up', async () => {
    const timers: NodeJS.Timeout[] = [];
    respond = (response) => void timers.push(setInterval(() => response.write(' '), 5));
    await expect(embed(['one'], { timeoutMs: 60 })).rejects.toMatchObject({ fault: 'unreachable' });
    timers.forEach(clearInterval);
  });

  it('is left when the request is aborted', async () => {
    const abort = new AbortController();
    respond = () => abort.abort(new Error('switched off'));
    await expect(embed(['one'], { signal: abort.signal })).rejects.toThrow('switched off');
  });

  it('on a connection that it has just given up is asked once more on a new one', async () => {
    let connections = 0;
    const body = JSON.stringify({ data: [{ index: 0, embedding: [1] }] });
    const raw = createRawServer((socket) => {
      connections += 1;
      let answers = 0;
      socket.on('error', () => undefined);
      socket.on('data', () => {
        answers += 1;
        if (answers > 1) socket.resetAndDestroy();
        else socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
      });
    });
    await new Promise<void>((resolve) => void raw.listen(0, '127.0.0.1', resolve));
    const own = `http://127.0.0.1:${(raw.address() as AddressInfo).port}`;
    for (const text of ['one', 'two', 'three']) {
      expect(await embed([text], { url: own })).toHaveLength(1);
      // The connection is kept a turn after the answer was read.
      await new Promise((resolve) => void setImmediate(resolve));
    }
    expect(connections).toBe(3);
    poster.close();
    raw.close();
  });

  it('is said to be unreachable where nobody listens', async () => {
    await stop();
    await expect(embed(['one'])).rejects.toMatchObject({ fault: 'unreachable', retryAfterMs: null });
  });
});
