import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Misbehaviour } from '../fakes/embeddings-provider.ts';
import { buildSemanticWorld, isReady, type SemanticWorld } from './semantic-world.ts';

let world: SemanticWorld;
beforeEach(async () => {
  world = await buildSemanticWorld();
});
afterEach(() => world.end());

async function pages(count: number): Promise<void> {
  for (let number = 0; number < count; number += 1)
    await world.write(`page_${number}`, `Page of number ${number}.`);
}

const folders = () => readdir(join(world.folder, 'embeddings'));

describe('a provider that fails', () => {
  const failures: [string, Misbehaviour, string][] = [
    ['refuses the key', { kind: 'status', status: 401 }, 'refuses the key'],
    ['does not know the model', { kind: 'status', status: 404 }, 'does not know this model'],
    ['has too much to do', { kind: 'status', status: 429 }, 'wants fewer requests'],
    ['fails inside', { kind: 'status', status: 503 }, 'fails'],
    [
      'redirects',
      { kind: 'status', status: 307, headers: { location: 'http://127.0.0.1:1/embeddings' } },
      'redirects',
    ],
    ['refuses everything', { kind: 'status', status: 400 }, 'refuses the request'],
    ['hangs up', { kind: 'hang-up' }, 'does not answer'],
    ['answers nonsense', { kind: 'body', body: '{"data":[]}' }, 'one vector for each text'],
  ];

  it.each(failures)(
    'that %s is said, tried again, and used when it is well',
    async (_name, misbehaviour, words) => {
      world.provider.behave(misbehaviour);
      await pages(1);
      await world.configure(world.setting());
      const status = await world.until(({ state }) => state === 'failing');
      expect(status).toMatchObject({ embedded: 0, documents: 1, problem: expect.stringContaining(words) });
      expect(Date.parse(status.retry_at ?? '')).toBeGreaterThan(0);
      expect(await world.find('number')).toBeNull();
      await world.provider.requested(3);
      world.provider.behave(null);
      expect(await world.until(isReady)).toMatchObject({ embedded: 1, problem: null, retry_at: null });
      expect(await world.find('number')).toEqual(['page_0']);
    },
  );

  it('that repeats the key in its answer has it repeated nowhere', async () => {
    world.provider.behave({ kind: 'status', status: 401 });
    await world.secrets.write('embeddings', { origin: world.provider.url, key: 'sk-secret' });
    await pages(1);
    await world.configure(world.setting());
    const status = await world.until(({ state }) => state === 'failing');
    expect(JSON.stringify([status, world.log])).not.toContain('sk-secret');
  });

  it('never gets what was put in the Trash while it waited for its turn (security A7)', async () => {
    world.provider.behave({ kind: 'status', status: 503, headers: { 'retry-after': '1' } });
    await pages(40);
    await world.configure(world.setting());
    await world.until(({ state }) => state === 'failing');
    await world.trash('page_0');
    await world.trash('page_39');
    await world.until(({ documents }) => documents === 38);
    const asked = world.provider.inputs.length;
    world.provider.behave(null);
    await world.until(isReady);
    const sent = world.provider.inputs.slice(asked);
    expect(sent.filter((text) => /number (?:0|39)\./.test(text))).toEqual([]);
    expect(new Set(sent).size).toBe(38);
  });

  it('that dies in the middle of the first run loses nothing that was done', async () => {
    await pages(40);
    const configured = world.configure(world.setting());
    await world.provider.requested(1);
    await configured;
    await world.provider.die();
    await world.until(({ state }) => state === 'failing');
    await world.provider.listen();
    expect(await world.until(isReady)).toMatchObject({ embedded: 40, documents: 40 });
    const texts = world.provider.inputs.filter((input) => input.includes('Page of number'));
    const atMostTwice = 40 + 16;
    expect(texts.length).toBeLessThanOrEqual(atMostTwice);
    expect(new Set(texts).size).toBe(40);
  });

  it('that is down when somebody searches leaves full text, at once while it rests', async () => {
    await pages(2);
    await world.configure(world.setting());
    await world.until(isReady);
    world.provider.behave({ kind: 'status', status: 500, headers: { 'retry-after': '3600' } });
    expect(await world.find('never asked before')).toBeNull();
    const asked = world.provider.requests.length;
    expect(await world.find('nor this')).toBeNull();
    expect(world.provider.requests).toHaveLength(asked);
    expect(await world.until(({ state }) => state === 'failing')).toMatchObject({ embedded: 2 });
  });

  it('that does not answer a question in 1.5 s leaves full text, and says that it is slow', async () => {
    await pages(1);
    await world.configure(world.setting());
    await world.until(isReady);
    world.provider.behave({ kind: 'silence' });
    expect(await world.find('number')).toBeNull();
    const status = await world.until(({ problem }) => problem !== null);
    expect(status.problem).toContain('too slow for searches');
  });

  it('is asked for less than a whole batch when it refuses one text, and the others are found', async () => {
    await pages(5);
    await world.write('poison', 'unspeakable things');
    world.provider.behave({ kind: 'refuse-word', word: 'unspeakable' });
    await world.configure(world.setting());
    const status = await world.until(({ state, embedded }) => state === 'ready' && embedded === 5);
    expect(status).toMatchObject({
      documents: 6,
      problem: expect.stringContaining('documents: 1 of them'),
      retry_at: null,
    });
    expect((await world.find('number'))?.toSorted()).toEqual([
      'page_0',
      'page_1',
      'page_2',
      'page_3',
      'page_4',
    ]);
    await world.write('poison', 'speakable number');
    await world.until(({ embedded }) => embedded === 6);
    expect(await world.find('speakable')).toEqual(['poison']);
  });

  it('that begins to answer with another dimension is refused: vectors of two models never mix', async () => {
    await pages(1);
    await world.configure(world.setting());
    await world.until(isReady);
    world.provider.dimensions = 32;
    await world.write('late', 'Too late.');
    const status = await world.until(({ state }) => state === 'failing');
    expect(status.problem).toContain('vectors of 32 numbers where 509 are expected');
    expect(status.embedded).toBe(1);
  });

  it('that does not give the dimension asked for is refused', async () => {
    await pages(1);
    await world.configure(world.setting({ dimensions: 256 }));
    const status = await world.until(({ state }) => state === 'failing');
    expect(status.problem).toContain('vectors of 509 numbers where 256 are expected');
  });
});

describe('the setting', () => {
  it('switched off, ends what is under way: no request leaves any more', async () => {
    world.provider.behave({ kind: 'silence' });
    await pages(30);
    await world.configure(world.setting());
    await world.provider.requested(1);
    await world.configure('off');
    expect(world.search.status().state).toBe('off');
    world.provider.behave(null);
    const asked = world.provider.requests.length;
    await world.write('more', 'Something new.');
    expect(await world.find('number')).toBeNull();
    await world.restart();
    expect(await world.find('number')).toBeNull();
    expect(world.provider.requests).toHaveLength(asked);
  });

  it('set to another model, embeds anew, ranks when that is complete, and then removes the old vectors', async () => {
    await pages(3);
    await world.configure(world.setting());
    await world.until(isReady);
    const [old] = await folders();
    world.provider.behave({ kind: 'silence' });
    const asked = world.provider.requests.length;
    await world.configure(world.setting({ model: 'Large/Model v2' }));
    await world.provider.requested(asked + 1);
    expect(world.search.status()).toMatchObject({ state: 'building', model: 'Large/Model v2', embedded: 0 });
    expect(await world.find('number')).toBeNull();
    expect(await folders()).toEqual([old]);
    world.provider.behave(null);
    await world.configure(world.setting({ model: 'Large/Model v2', dimensions: 509 }));
    await world.until(isReady);
    const [current, ...others] = await folders();
    expect([current, others]).toEqual([expect.stringMatching(/^large-model-v2-509-[0-9a-f]{8}$/), []]);
    expect(world.provider.requests.at(-1)).toMatchObject({ model: 'Large/Model v2' });
  });

  it('kept over a restart, asks for nothing again but what changed', async () => {
    await pages(20);
    await world.configure(world.setting());
    await world.until(isReady);
    const asked = world.provider.requests.length;
    await world.restart();
    await world.until(isReady);
    expect(world.provider.requests).toHaveLength(asked);
    expect(await world.find('number')).toHaveLength(20);
    await world.search.close();
    await world.write('page_3', 'Page of another number.');
    await world.trash('page_4');
    await world.restart();
    expect(await world.until(isReady)).toMatchObject({ embedded: 19, documents: 19 });
    expect(world.provider.inputs.filter((input) => input.includes('Page of another'))).toHaveLength(1);
    expect(world.log).toEqual([]);
  });
});
