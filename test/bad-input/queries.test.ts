import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadRoutes } from '../../server/faces/rest/routes.ts';
import type { SearchIndex } from '../../server/search-ports.ts';
import { createSearchIndex } from '../../server/search/create-search-index.ts';
import { startRoles, type Roles } from '../rest/roles.ts';
import { PATIENCE } from '../patience.ts';

const routes = await loadRoutes();

let roles: Roles;
let index: SearchIndex;
beforeAll(async () => {
  roles = await startRoles();
  const { services, store } = roles.server.workspace;
  index = createSearchIndex({ store, log: services.log, answerWithinMs: PATIENCE.timeout });
  services.search = index;
  await roles.published({ title: 'Reactor manual', tags: ['pump'] });
  roles.server.workspace.set({ training: true });
  const viewer = services.views.userByName('viewer');
  if (viewer) store.seed('users', { ...viewer, training_manager: true });
});
afterAll(async () => {
  await roles.server.close();
  await index.close();
});

const FOUND = ['items', 'total', 'limit', 'offset'];
const REFUSED = ['error', 'message', 'status'];

describe('hostile search queries are answered, or refused with a message: never a fault, never a write', () => {
  test.each([
    'type:x',
    'http://a',
    '12:30',
    '+',
    '-',
    '~',
    'a~',
    '*',
    '**',
    '*a1 '.repeat(50),
    'abcdefghij~8',
    `${'a'.repeat(20)}~10`,
    'title:^10',
    'reactor^1e9',
    '"',
    '"unclosed',
    '""',
    '" "',
    'tag:',
    'tag:""',
    'tag:"unclosed',
    ':::::',
    'space:../../etc',
    'author:__proto__',
    'status:constructor',
    'type:toString',
    '-'.repeat(500),
    '-type:',
    '-tag:"-tag:x"',
    'type:tag:space:author:status:x',
    '-status:draft -status:published',
    'tag:a '.repeat(300),
    '-tag:a '.repeat(250),
    '"a b" '.repeat(300),
    'ab* '.repeat(500),
    'reactro manaul '.repeat(100),
    '知'.repeat(500),
    '('.repeat(500),
    'a '.repeat(999),
    `"${'a '.repeat(900)}"`,
    'x'.repeat(2000),
    'x'.repeat(2001),
    '\u202ereactor\u0301\u0301\u0301',
    '😀'.repeat(500),
    '\ufffd\uffff',
    'a\u0000b',
    '<img src=x onerror=alert(1)>',
    '${jndi:ldap://x}',
    "' OR 1=1 --",
    '(?:a+)+$',
    '\r\nSet-Cookie: a=b',
  ])('%j', async (query) => {
    const before = roles.server.commits;
    const answer = await roles.as('viewer', 'GET', `/search?q=${encodeURIComponent(query)}`);
    expect([200, 400]).toContain(answer.status);
    expect(Object.keys(answer.json)).toEqual(expect.arrayContaining(answer.status === 200 ? FOUND : REFUSED));
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(roles.server.commits).toBe(before);
  });
});

describe('path-like and hostile ids name nothing: 404 or 400, alike for each', () => {
  test.each([
    '..',
    '%2e%2e',
    '..%2f..%2fworkspace.json',
    '..%5c..%5c',
    '%2fetc%2fpasswd',
    'documents%2fdoc_1.json',
    'C:%5cWindows',
    'CON',
    'doc_1.json',
    'doc_1%00.json',
    '__proto__',
    'constructor',
    'toString',
    '%7B%7D',
    '*',
    '%E2%80%AE',
    '%ff',
    '%',
    '%zz',
    'x'.repeat(101),
    'x'.repeat(4000),
    'doc_ilou00000000',
    'http:%2f%2flocalhost%2fdocuments%2fdoc_00000000000x',
  ])('%s', async (hostile) => {
    const before = roles.server.commits;
    for (const { method, path } of routes) {
      if (!path.includes(':id')) continue;
      const target = path.replace(':id', hostile).replace(/:version|:to/, '1');
      const needed = path.endsWith('/diff') ? '?from=1' : '';
      const body = method === 'PATCH' ? { body: { title: 'X' } } : {};
      const answer = await roles.as('admin', method, target + needed, body);
      expect([400, 404, 405]).toContain(answer.status);
      expect(answer.json).toMatchObject({ status: answer.status, message: expect.stringMatching(/\w/) });
    }
    expect(roles.server.commits).toBe(before);
  });
});

describe('generated query strings', () => {
  const names = fc.constantFrom(
    'limit',
    'offset',
    'space',
    'status',
    'type',
    'tag',
    'q',
    'state',
    'from',
    'include',
    'as_you_type',
    'x',
    '__proto__',
  );
  const part = fc.oneof(
    fc
      .tuple(names, fc.string({ unit: 'binary' }))
      .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`),
    fc.tuple(names, fc.double()).map(([name, value]) => `${name}=${value}`),
    fc.string({ unit: fc.constantFrom(...'&=%+;a1[]/?'.split('')) }),
  );
  const reads = routes.filter(({ method }) => method === 'GET');

  test.each(reads.map(({ path }) => [path]))('GET %s answers 200 or a refusal that is JSON', async (path) => {
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 5 }), async (parts) => {
        const target = path
          .replace(/:id|:deck_id|:template/, 'doc_00000000000x')
          .replace(/:version|:to/, '1');
        const answer = await roles.as('viewer', 'GET', `${target}?${parts.join('&')}`);
        expect([200, 400, 404]).toContain(answer.status);
        expect(Object.keys(answer.json).length).toBeGreaterThan(0);
      }),
      { numRuns: 80 },
    );
  });
});
