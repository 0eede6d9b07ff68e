import { describe, expect, test } from 'vitest';
import { AppError } from '../../errors.ts';
import { createRouter, type Method } from './router.ts';

const ROUTES: readonly [Method, string][] = [
  ['GET', '/'],
  ['GET', '/documents'],
  ['POST', '/documents'],
  ['GET', '/documents/new'],
  ['GET', '/documents/:id'],
  ['DELETE', '/documents/:id'],
  ['GET', '/documents/:id/versions/:version'],
  ['GET', '/documents/:id/versions/:to/diff'],
  ['POST', '/documents/new/versions'],
];

const router = createRouter<string>();
for (const [method, path] of ROUTES) router.add(method, path, `${method} ${path}`);

function outcome(method: string, url: string): unknown {
  try {
    const { handler, params, query } = router.match(method, url);
    return [handler, params, query];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.code, error.details?.['allow'] ?? null];
  }
}

describe('a path is found as it is spelled', () => {
  test.each([
    ['GET', '/', 'GET /', {}, ''],
    ['GET', '/documents', 'GET /documents', {}, ''],
    ['HEAD', '/documents', 'GET /documents', {}, ''],
    ['GET', '/documents?a=1?b=/documents/2', 'GET /documents', {}, 'a=1?b=/documents/2'],
    ['GET', '/documents/7', 'GET /documents/:id', { id: '7' }, ''],
    ['GET', '/documents/a%2Fb%20%C3%A9', 'GET /documents/:id', { id: 'a/b é' }, ''],
    ['GET', '/documents/%6eew', 'GET /documents/:id', { id: 'new' }, ''],
    ['GET', '/documents/__proto__', 'GET /documents/:id', { id: '__proto__' }, ''],
    ['GET', '/documents/7/versions/2', 'GET /documents/:id/versions/:version', { id: '7', version: '2' }, ''],
    ['GET', '/documents/7/versions/2/diff', 'GET /documents/:id/versions/:to/diff', { id: '7', to: '2' }, ''],
  ])('%s %s', (method, url, handler, params, query) => {
    expect(outcome(method, url)).toEqual([handler, params, query]);
  });

  test('what is fixed goes before a parameter, for the same method only', () => {
    expect(outcome('GET', '/documents/new')).toEqual(['GET /documents/new', {}, '']);
    expect(outcome('DELETE', '/documents/new')).toEqual(['DELETE /documents/:id', { id: 'new' }, '']);
  });

  test('a fixed part that leads nowhere gives way to a parameter', () => {
    expect(outcome('GET', '/documents/new/versions/1')).toEqual([
      'GET /documents/:id/versions/:version',
      { id: 'new', version: '1' },
      '',
    ]);
  });
});

describe('nothing else is that path', () => {
  test.each([
    '/documents/',
    '//documents',
    '/Documents',
    '/document',
    '/documents/7/',
    '/documents//versions/2',
    '/documents/7/versions',
    '/documents/7/versions/',
    '/doc%75ments',
    '/documents%2f7',
    '/./documents',
    '/x/../documents',
    '/documents/%',
    '/documents/%zz',
    '/documents/%ff',
    '/x'.repeat(5000),
  ])('GET %s → not found', (url) => {
    expect(outcome('GET', url)).toEqual(['not_found', null]);
  });

  test.each(['documents', '', '*', 'http://localhost/documents', '/documents#x', '/docu\\ments', '/a b'])(
    'GET %s → malformed',
    (url) => {
      expect(outcome('GET', url)).toEqual(['bad_request', null]);
    },
  );
});

describe('other methods are told which there are', () => {
  test.each([
    ['PATCH', '/documents', ['GET', 'HEAD', 'POST']],
    ['PURGE', '/documents/7', ['GET', 'HEAD', 'DELETE']],
    ['GET', '/documents/new/versions', ['POST']],
    ['get', '/', ['GET', 'HEAD']],
  ])('%s %s → %j', (method, url, allow) => {
    expect(outcome(method, url)).toEqual(['method_not_allowed', allow]);
  });
});

test('a second handler for the same method and path is a mistake of ours', () => {
  const twice = createRouter<string>();
  twice.add('GET', '/pages/:id', 'first');
  expect(() => twice.add('GET', '/pages/:name', 'second')).toThrow('GET /pages/:name has a handler already.');
});
