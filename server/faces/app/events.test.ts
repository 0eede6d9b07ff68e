import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { createDocument } from '../../operations/documents/create.ts';
import { trusted } from '../../storage/trusted.ts';
import type { HttpContext } from '../http/request-context.ts';
import { createLiveEvents, type LiveEvents } from './events.ts';

let workspace: TestWorkspace;
let events: LiveEvents;
let server: Server;
let address: string;
let isAllowed: boolean;

/** A server that opens a stream for the person whom the path names. */
beforeEach(async () => {
  workspace = buildWorkspace();
  events = createLiveEvents(workspace.services);
  isAllowed = true;
  server = createServer((req, res) => {
    const username = (req.url ?? '').slice(1);
    const ctx = trusted<HttpContext>({ req, res, respond: true, state: { head: [] } });
    events.open(ctx, workspace.actor(username).user_id ?? '', () => isAllowed);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  events.close();
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

interface Listening {
  headers: Headers;
  /** Reads until the text has come; rejects when the stream ends before. */
  until(text: string): Promise<string>;
  /** Everything up to the end of the stream. */
  toItsEnd(): Promise<string>;
}

async function listen(username: string): Promise<Listening> {
  const response = await fetch(`${address}/${username}`);
  if (!response.body) throw new Error('The answer has no body.');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let seen = '';
  async function readWhile(isWanting: () => boolean): Promise<boolean> {
    while (isWanting()) {
      const { done, value } = await reader.read();
      if (done) return false;
      seen += value;
    }
    return true;
  }
  return {
    headers: response.headers,
    async until(text) {
      if (await readWhile(() => !seen.includes(text))) return seen;
      throw new Error(`The stream ended before “${text}”: ${seen}`);
    },
    async toItsEnd() {
      await readWhile(() => true);
      return seen;
    },
  };
}

const write = (title: string, status: 'draft' | 'published' = 'published') =>
  workspace.as('admin', createDocument, { space: 'handbook', title, content: '', status });

describe('the stream of changes', () => {
  it('given a reader with too many, ends the oldest for good: what changes at that moment is told to the others', async () => {
    const oldest = await listen('admin');
    for (let number = 2; number <= 12; number += 1) await listen('admin');
    // Told in the same turn in which the oldest is ended, long before its connection is closed.
    server.once('request', () => workspace.services.topics.announce('backups'));
    const newest = await listen('admin');
    await newest.until('event: change');
    expect(await oldest.toItsEnd()).not.toContain('event:');
  });

  it('given a document that the reader may see, says what changed and by whom', async () => {
    const stream = await listen('viewer');
    await stream.until('retry:');
    const { document } = await write('Kettle care');
    const seen = await stream.until('Kettle care');
    const [, data = ''] = /event: change\ndata: (.*)\n\n/.exec(seen) ?? [];
    expect(JSON.parse(data)).toEqual({
      collections: ['documents'],
      documents: [{ id: document.id, title: 'Kettle care', by: 'The admin', client: null }],
    });
  });

  it('ends with the public address that it came by, also where the reader is told nothing of that', async () => {
    const stream = await listen('viewer');
    await stream.until('retry:');
    workspace.services.topics.announce('public_access');
    isAllowed = false;
    workspace.services.topics.announce('public_access');
    expect(await stream.toItsEnd()).not.toContain('event:');
    // Sooner than the next beat, which would end it too.
  }, 20_000);

  it('is not kept by caches and not held back by proxies', async () => {
    const { headers } = await listen('viewer');
    expect(headers.get('content-type')).toBe('text/event-stream');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-accel-buffering')).toBe('no');
  });

  it('given a draft, tells an editor and nothing at all to a viewer (security A3)', async () => {
    const [viewer, editor] = await Promise.all([listen('viewer'), listen('editor')]);
    await Promise.all([viewer.until('retry:'), editor.until('retry:')]);
    await write('Secret plan', 'draft');
    await editor.until('Secret plan');
    await write('Open plan');
    const seen = await viewer.until('Open plan');
    expect(seen).not.toContain('Secret plan');
    expect(seen.match(/event: change/g)).toHaveLength(1);
  });

  it('given the reader was signed out, ends before the next change is told (security A7)', async () => {
    const stream = await listen('viewer');
    await stream.until('retry:');
    isAllowed = false;
    await write('Kettle care');
    expect(await stream.toItsEnd()).not.toContain('Kettle care');
  });

  it('given one person opens more than twelve, ends their oldest and nobody else’s', async () => {
    const other = await listen('editor');
    await other.until('retry:');
    const streams: Listening[] = [];
    for (let opened = 0; opened < 13; opened += 1) {
      const stream = await listen('viewer');
      await stream.until('retry:');
      streams.push(stream);
    }
    expect(await streams[0]?.toItsEnd()).toBe('retry: 2000\n\n');
    await write('Kettle care');
    await Promise.all([...streams.slice(1), other].map((stream) => stream.until('Kettle care')));
  });

  it('given a reader who takes nothing, is cut, and what waited for them is forgotten', async () => {
    const [slow, other] = await Promise.all([listen('admin'), listen('editor')]);
    await Promise.all([slow.until('retry:'), other.until('retry:')]);
    // All in one turn, in which nobody reads: more than the system's own buffers take.
    for (let time = 0; time < 150_000; time += 1) workspace.services.topics.announce('backups');
    await expect(slow.toItsEnd()).rejects.toThrow('terminated');
    await write('Kettle care');
    await other.until('Kettle care');
  });

  it('ends for everybody when the listeners close', async () => {
    const [viewer, editor] = await Promise.all([listen('viewer'), listen('editor')]);
    await Promise.all([viewer.until('retry:'), editor.until('retry:')]);
    events.close();
    expect(await Promise.all([viewer.toItsEnd(), editor.toItsEnd()])).toEqual([
      'retry: 2000\n\n',
      'retry: 2000\n\n',
    ]);
    const late = await listen('viewer');
    expect(await late.toItsEnd()).toBe('retry: 2000\n\n');
  });
});
