import { describe, expect, it } from 'vitest';
import { pageAddress } from './page-address.ts';

describe('the page that a route shows', () => {
  it.each([
    ['/connect', '/connect'],
    ['/connect/claude', '/connect'],
    ['/account/tokens', '/account'],
    ['/people/spaces', '/people'],
    ['/first-run/assistant/cursor', '/first-run/assistant'],
  ])('%s is a tab of %s', (route, page) => expect(pageAddress(route)).toBe(page));

  it.each([
    '/',
    '/documents',
    '/documents/doc_1',
    '/documents/doc_1/history',
    '/review/cr_1',
    '/first-run/phone',
  ])('%s is a page of its own', (route) => expect(pageAddress(route)).toBe(route));
});
