import { expect, it } from 'vitest';
import { matches } from './matches.ts';

it.each([
  ['Go to Review queue', 'go rev', true],
  ['Go to Review queue', 'queue', true],
  ['Go to Review queue', 'QUE go', true],
  ['Go to Review queue', 'ueue', false],
  ['Go to Review queue', 'go home', false],
  ['Go to Review queue', '', false],
  ['Go to Review queue', ' -:', false],
  ['Über uns', 'üb', true],
])('“%s” and “%s”: %s', (name, search, expected) => {
  expect(matches(name, search)).toBe(expected);
});
