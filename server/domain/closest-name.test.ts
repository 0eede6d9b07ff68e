import { expect, it } from 'vitest';
import { closestName } from './closest-name.ts';

const NAMES = ['title', 'tags', 'type', 'expected_version', 'id'];

it.each([
  ['titel', 'title'],
  ['Title', 'title'],
  ['tittle', 'title'],
  ['tag', 'tags'],
  ['expectedVersion', 'expected_version'],
  ['expected-version', 'expected_version'],
])('%s was meant to be %s', (written, name) => {
  expect(closestName(written, NAMES)).toBe(name);
});

it.each(['colour', 'x', 'is', '', 't'.repeat(10_000), '__proto__'])(
  '%s is near to none of them',
  (written) => {
    expect(closestName(written, NAMES)).toBeUndefined();
  },
);
