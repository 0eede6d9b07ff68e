import { describe, expect, it } from 'vitest';
import { destinationOf } from './addresses.ts';

const OWN = ['https://notes.example'];
const DOCUMENT = '/documents/doc_0123456789ab';

describe('where a link may lead (security H1)', () => {
  it('to other sites by https, http and mailto', () => {
    expect(destinationOf('https://a.example/x', OWN)).toEqual({ kind: 'web', href: 'https://a.example/x' });
    expect(destinationOf('http://a.example', OWN)).toEqual({ kind: 'web', href: 'http://a.example/' });
    expect(destinationOf('mailto:a@b.example', OWN)).toMatchObject({ kind: 'web' });
  });

  it('to our documents and their sections, with or without our own origin', () => {
    expect(destinationOf(DOCUMENT, OWN)).toEqual({ kind: 'document', id: 'doc_0123456789ab', anchor: null });
    expect(destinationOf(`https://notes.example${DOCUMENT}#set-up`, OWN)).toEqual({
      kind: 'document',
      id: 'doc_0123456789ab',
      anchor: 'set-up',
    });
    expect(destinationOf(`https://other.example${DOCUMENT}`, OWN)).toMatchObject({ kind: 'web' });
  });

  it('to a heading of the same text, and to our attachments', () => {
    expect(destinationOf('#gr%C3%B6%C3%9Fe', OWN)).toEqual({ kind: 'anchor', anchor: 'größe' });
    expect(destinationOf('/attachments/att_0123456789ab/a.png', OWN)).toEqual({
      kind: 'attachment',
      path: './attachments/att_0123456789ab/a.png',
    });
  });

  it.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
    '/\\evil.example',
    '/oauth/authorize',
    '../app/call/users.list',
    `https://a.example/${'x'.repeat(3000)}`,
  ])('nowhere else: %s', (address) => {
    expect(destinationOf(address, OWN)).toBeUndefined();
  });
});
