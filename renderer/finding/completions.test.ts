import { describe, expect, it } from 'vitest';
import { completions, type Vocabulary } from './completions.ts';

const VOCABULARY: Vocabulary = {
  type: ['sop', 'technical', 'policy', 'knowledge'],
  status: ['published', 'draft'],
  space: ['notes', 'handbook', 'nordic'],
  tag: ['shop', 'new staff', 'Safety'],
  author: ['ada', 'eve'],
};
const labels = (text: string) => completions(text, VOCABULARY).map(({ label }) => label);
const texts = (text: string) => completions(text, VOCABULARY).map((completion) => completion.text);

describe('going on with a search', () => {
  it.each([
    ['ty', ['type:']],
    ['st', ['status:']],
    ['kettle au', ['author:']],
    ['TA', ['tag:']],
    ['-spa', ['space:']],
  ])('given “%s”, offers the operators that begin so', (text, expected) => {
    expect(labels(text)).toEqual(expected);
  });

  it.each(['', 'k', 'kettle', 'ta ', '"ta', 'xtype'])('given “%s”, offers nothing', (text) => {
    expect(labels(text)).toEqual([]);
  });

  it('offers all values behind an operator, and of those begun the ones that begin so', () => {
    expect(labels('status:')).toEqual(['status:published', 'status:draft']);
    expect(labels('space:no')).toEqual(['space:notes', 'space:nordic']);
    expect(labels('tag:SA')).toEqual(['tag:Safety']);
  });

  it('offers nothing for a value that is whole', () => {
    expect(labels('space:notes')).toEqual([]);
    expect(labels('space:notes ')).toEqual([]);
  });

  it('keeps what stands before, and ends with a space to go on after', () => {
    expect(texts('kettle -status:d')).toEqual(['kettle -status:draft ']);
    expect(texts('kettle ta')).toEqual(['kettle tag:']);
  });

  it('puts a value of several words in quotes, also behind a quote that is open', () => {
    expect(texts('tag:n')).toEqual(['tag:"new staff" ']);
    expect(texts('tag:"new s')).toEqual(['tag:"new staff" ']);
  });
});
