import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ID_PREFIX, idSchema, isId, newId, type IdKind } from './identifier.ts';

const kinds = Object.keys(ID_PREFIX) as IdKind[];
const CHARACTERS = '0123456789abcdefghjkmnpqrstvwxyz';

describe('identifiers: a prefix, 11 random characters and 1 check character', () => {
  it.each(kinds)('a new %s id is well-formed for its kind and for no other', (kind) => {
    const id = newId(kind);
    expect(id).toMatch(new RegExp(`^${ID_PREFIX[kind]}_[${CHARACTERS}]{12}$`));
    expect(kinds.filter((other) => isId(other, id))).toEqual([kind]);
  });

  it('any one wrong character is noticed', () => {
    fc.assert(
      fc.property(fc.nat(11), fc.integer({ min: 1, max: 31 }), (position, shift) => {
        const id = newId('document');
        const index = 4 + position;
        const replaced = CHARACTERS[(CHARACTERS.indexOf(id.charAt(index)) + shift) % 32];
        expect(isId('document', id.slice(0, index) + replaced + id.slice(index + 1))).toBe(false);
      }),
    );
  });

  it('two neighbours that changed places are noticed', () => {
    fc.assert(
      fc.property(fc.nat(9), (position) => {
        const id = newId('document');
        const [left, right] = [id.charAt(4 + position), id.charAt(5 + position)];
        const swapped = id.slice(0, 4 + position) + right + left + id.slice(6 + position);
        const difference = Math.abs(CHARACTERS.indexOf(left) - CHARACTERS.indexOf(right));
        expect(isId('document', swapped)).toBe(difference % 16 === 0);
      }),
    );
  });

  it.each([
    '',
    'doc_',
    'doc_short',
    'DOC_00000000000',
    'doc_../../etc/pw',
    'doc_0000000000iL',
    '../../etc/passwd',
  ])('%j is not an id', (value) => expect(isId('document', value)).toBe(false));
});

describe('"Tools also accept a document URL" (decisions, Identifiers)', () => {
  const id = newId('document');
  it.each([
    id,
    `https://kb.example.com/documents/${id}`,
    `http://127.0.0.1:7420/documents/${id}?a=b#part`,
    `http://127.0.0.1:7421/#/documents/${id}/section/part`,
    `/documents/${id}#part`,
  ])('%s means the document', (reference) => expect(idSchema('document').parse(reference)).toBe(id));

  it('a URL of something else stays what it is, and so names nothing', () => {
    const other = `https://kb.example.com/elsewhere/${id}`;
    expect(idSchema('document').parse(other)).toBe(other);
  });
});
