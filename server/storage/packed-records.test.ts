import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packRecords, unpackRecords } from './packed-records.ts';
import type { AnyRecord } from './records.ts';
import { trusted } from './trusted.ts';

const value = fc.oneof(
  fc.constantFrom(null, true, 0, 1, '', 'a', 'Küche'),
  fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }),
  fc.record({ user_id: fc.constantFrom('usr_1', null), via: fc.constantFrom('rest', 'app') }),
);

/** Records with the same fields, and such that lack some or say `undefined`. */
const records = fc.oneof(
  fc.array(fc.record({ id: fc.string(), title: value, tags: value, by: value }), { maxLength: 8 }),
  fc.array(fc.dictionary(fc.constantFrom('id', 'title', 'tags'), fc.option(value, { nil: undefined })), {
    maxLength: 8,
  }),
);

describe('records of a snapshot, packed into one line', () => {
  it('are after the disk what JSON alone would have made of them, in the same order', () => {
    fc.assert(
      fc.property(records, (given) => {
        const line = JSON.stringify(packRecords(trusted<AnyRecord[]>(given)));
        const back = unpackRecords(JSON.parse(line));
        expect(JSON.stringify(back)).toBe(JSON.stringify(given));
      }),
    );
  });

  it('name what all have in common once', () => {
    const space = 'spc_0123456789ab';
    const many = Array.from({ length: 100 }, (_, n) => ({ id: `doc_${n}`, space_id: space, links: ['a'] }));
    const line = JSON.stringify(packRecords(trusted<AnyRecord[]>(many)));
    expect(line.split(space)).toHaveLength(2);
    expect(line).toContain('"columns":{"id":[');
  });
});
