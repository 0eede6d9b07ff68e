import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildSemanticWorld, EVERYTHING, isReady, type SemanticWorld } from './semantic-world.ts';

let world: SemanticWorld;
beforeEach(async () => {
  world = await buildSemanticWorld();
});
afterEach(() => world.end());

async function threeDocuments(): Promise<void> {
  await world.write('cars', '# Fleet\n\nEach automobile is washed on Friday.');
  await world.write(
    'health',
    '# Care\n\nThe physician treats every disease.\n\n## Papers\n\nForms are blue.',
  );
  await world.write('rest', '# Time off\n\nA holiday is asked for in spring.');
}

describe('search by meaning', () => {
  it('is off by default: no request ever leaves, and nothing is ranked', async () => {
    await threeDocuments();
    expect(world.search.status()).toEqual({
      state: 'off',
      model: null,
      embedded: 0,
      documents: 0,
      problem: null,
      retry_at: null,
    });
    expect(await world.find('doctor')).toBeNull();
    expect(world.provider.requests).toEqual([]);
  });

  it.each(['openai', 'ollama'] as const)('finds other words of the same meaning through %s', async (kind) => {
    await threeDocuments();
    await world.configure(world.setting({ kind }));
    expect(await world.until(isReady)).toMatchObject({
      model: 'small',
      embedded: 3,
      documents: 3,
      problem: null,
    });
    expect(await world.find('doctor sickness')).toEqual(['health']);
    expect(await world.find('vehicle')).toEqual(['cars']);
    const path = kind === 'openai' ? '/embeddings' : '/api/embed';
    expect(new Set(world.provider.requests.map((request) => request.path))).toEqual(new Set([path]));
  });

  it('names the section whose meaning is closest', async () => {
    const filler = 'Nothing else matters on this page of the handbook. '.repeat(10);
    await world.write(
      'guide',
      `# Trips\n\n${filler} vehicle car\n\n# Illness\n\ndoctor ${'disease '.repeat(40)}`,
    );
    await world.configure(world.setting());
    await world.until(isReady);
    const [hit] = (await world.search.rank('physician sickness', EVERYTHING)) ?? [];
    expect(hit).toMatchObject({ id: 'guide', section: 'Illness', anchor: 'illness' });
  });

  it('embeds a document that is written, and only the sections that an edit changed', async () => {
    const section = (name: string, word: string) => `# ${name}\n\n${`${word} `.repeat(60)}\n\n`;
    await world.write('page', section('One', 'alpha') + section('Two', 'beta') + section('Three', 'gamma'));
    await world.configure(world.setting());
    await world.until(isReady);
    expect(world.provider.inputs).toHaveLength(3);
    await world.write('page', section('One', 'alpha') + section('Two', 'delta') + section('Three', 'gamma'));
    await world.provider.requested(2);
    await world.until(isReady);
    expect(world.provider.inputs.slice(3)).toEqual([expect.stringContaining('delta')]);
    expect(await world.find('delta')).toEqual(['page']);
  });

  it('forgets a document the moment it is in the Trash, and asks for it again when it is back', async () => {
    await threeDocuments();
    await world.configure(world.setting());
    await world.until(isReady);
    await world.trash('health');
    expect(await world.find('doctor')).toEqual([]);
    await world.write('health', 'The physician is back.');
    await world.until(({ state, embedded }) => state === 'ready' && embedded === 3);
    expect(await world.find('doctor')).toEqual(['health']);
  });

  it('ranks only what the reader may see and asked for (security A3)', async () => {
    await world.write('open', 'physician', { tags: ['Care'] });
    await world.write('draft', 'physician', { status: 'draft' });
    await world.write('elsewhere', 'physician', { space_id: 'spc_b' });
    await world.configure(world.setting());
    await world.until(isReady);
    expect(await world.find('doctor')).toEqual(['draft', 'open']);
    const published = { visible: [{ space_id: 'spc_a', drafts: false }], filter: {} };
    expect(await world.find('doctor', published)).toEqual(['open']);
    expect(await world.find('doctor', { ...EVERYTHING, filter: { tags: ['care'] } })).toEqual(['open']);
    expect(await world.find('doctor', { visible: [], filter: {} })).toEqual([]);
  });

  it('gives the same hits and scores with and without a thousand hidden documents', async () => {
    await threeDocuments();
    await world.configure(world.setting());
    await world.until(isReady);
    const before = await world.search.rank('doctor holiday car', EVERYTHING);
    expect(before?.length).toBeGreaterThan(0);
    for (let number = 0; number < 1000; number += 1) {
      const words = number % 2 === 0 ? 'physician holiday automobile' : 'nothing at all';
      await world.write(`hidden_${number}`, words, { space_id: 'spc_hidden' });
    }
    await world.until(({ state, embedded }) => state === 'ready' && embedded === 1003);
    expect(await world.search.rank('doctor holiday car', EVERYTHING)).toEqual(before);
  });

  it('asks the provider once for the same words, however often they are searched', async () => {
    await threeDocuments();
    await world.configure(world.setting());
    await world.until(isReady);
    const before = world.provider.requests.length;
    await Promise.all([world.find('doctor'), world.find('doctor'), world.find('doctor')]);
    await world.find('doctor');
    expect(world.provider.requests).toHaveLength(before + 1);
  });

  it('ends a search with the reason of its signal', async () => {
    await threeDocuments();
    await world.configure(world.setting());
    await world.until(isReady);
    world.provider.behave({ kind: 'silence' });
    const abort = new AbortController();
    const answer = world.search.rank('doctor', EVERYTHING, abort.signal);
    abort.abort(new Error('the caller went away'));
    await expect(answer).rejects.toThrow('the caller went away');
  });
});

describe('the key of the provider', () => {
  it('goes with each request, to the origin that it was given for', async () => {
    await world.secrets.write('embeddings', { origin: world.provider.url, key: 'sk-ours' });
    await threeDocuments();
    await world.configure(world.setting());
    await world.until(isReady);
    expect(world.provider.requests[0]?.authorization).toBe('Bearer sk-ours');
  });

  it('never goes to another origin', async () => {
    await world.secrets.write('embeddings', { origin: 'https://api.example.com', key: 'sk-ours' });
    await threeDocuments();
    await world.configure(world.setting());
    await world.until(isReady);
    expect(world.provider.requests.map(({ authorization }) => authorization)).not.toContain('Bearer sk-ours');
    expect(world.provider.requests[0]?.authorization).toBeUndefined();
  });

  it('is used as soon as it is set', async () => {
    world.provider.behave({ kind: 'status', status: 401 });
    await threeDocuments();
    await world.configure(world.setting());
    await world.until(({ state }) => state === 'failing');
    world.provider.behave(null);
    await world.secrets.write('embeddings', { origin: world.provider.url, key: 'sk-new' });
    await world.until(isReady);
    expect(world.provider.requests.at(-1)?.authorization).toBe('Bearer sk-new');
  });
});
