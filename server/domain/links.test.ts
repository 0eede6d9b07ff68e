import { describe, expect, it } from 'vitest';
import { newId } from './identifier.ts';
import { linkedDocuments } from './links.ts';

const [first, second] = [newId('document'), newId('document')];

describe('links between documents, for backlinks', () => {
  it.each([
    [`See [this](/documents/${first}).`, [first]],
    [`See <https://kb.example.com/documents/${first}#part>.`, [first]],
    [`[a](/documents/${second}) [b](/documents/${first}) [c](/documents/${second})`, [second, first]],
    [`[x]: /documents/${first}`, [first]],
    ['No links, but documents/doc_ and /documents/doc_notanid12345.', []],
    [`A longer word is no id: /documents/${first}z`, []],
  ])('%j links to %j', (markdown, links) => expect(linkedDocuments(markdown)).toEqual(links));

  it('are at most 2,000 for one text, because those of all documents are kept in memory', () => {
    const ids = Array.from({ length: 2500 }, () => newId('document'));
    const text = ids.map((id) => `[x](/documents/${id})`).join(' ');
    expect(linkedDocuments(text)).toEqual(ids.slice(0, 2000));
  });
});
