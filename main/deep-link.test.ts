import { describe, expect, it } from 'vitest';
import { newId } from '../server/domain/identifier.ts';
import { linkAmong, routeOfLink } from './deep-link.ts';

describe('a link from outside', () => {
  it('to a document leads to it', () => {
    const id = newId('document');
    expect(routeOfLink(`commonplace://document/${id}`)).toBe(`/documents/${id}`);
  });

  it.each([
    'commonplace://document/',
    'commonplace://document/doc_1/../../settings',
    'commonplace://document/usr_00000000000',
    'commonplace://settings/',
    'commonplace:document',
    'https://document/doc_00000000000',
    'commonplace://document/%2e%2e',
    '',
  ])('%s leads nowhere', (link) => {
    expect(routeOfLink(link)).toBeUndefined();
  });

  it('is found among the words that a program was started with', () => {
    expect(linkAmong(['commonplace', '--hidden', 'commonplace://document/x'])).toBe(
      'commonplace://document/x',
    );
    expect(linkAmong(['commonplace', '--data', '/tmp'])).toBeUndefined();
  });
});
