import { describe, expect, it } from 'vitest';
import { eventWords } from './event-words.ts';
import { reachOf, stateSentence } from './words.ts';

describe('how far an address reaches', () => {
  it.each([
    ['https://notes.example', true, 'Online at notes.example'],
    ['http://127.0.0.1:7420', false, 'Open on this computer only'],
    ['http://localhost:7420', false, 'Open on this computer only'],
    ['http://[::1]:7420', false, 'Open on this computer only'],
    ['http://192.168.1.20:7420', false, 'Open in your own network'],
  ])('%s', (url, isPublic, expected) => {
    expect(reachOf({ url, is_public: isPublic, standing: 'open' })).toBe(expected);
  });

  it('is not called online while it is paused, or before it has answered: the same words for everybody', () => {
    const address = { url: 'https://notes.example', is_public: true };
    expect(reachOf({ ...address, standing: 'paused' })).toBe('Public access is paused');
    expect(reachOf({ ...address, standing: 'unproven' })).toBe('notes.example is not known to be reachable');
  });
});

describe('the sentence of state', () => {
  const address = { url: 'https://notes.example', is_public: true, standing: 'open' } as const;

  it('says where, how many apps and what waits', () => {
    expect(stateSentence(address, 2, 1)).toBe('Online at notes.example, 2 apps, 1 change waiting for review');
    expect(stateSentence(address, 1, 3)).toBe('Online at notes.example, 1 app, 3 changes waiting for review');
  });

  it('says so when there is nothing', () => {
    expect(stateSentence(address, 0, 0)).toBe(
      'Online at notes.example, no app connected yet, nothing waits for review',
    );
  });
});

describe('what is worth a line', () => {
  it.each([
    ['documents.update', 'ok', 'changed a page'],
    ['documents.update', 'queued', 'proposed a change'],
    ['documents.update', 'refused: forbidden', undefined],
    ['documents.read', 'ok', undefined],
    ['toString', 'ok', undefined],
  ])('%s, %s: %s', (action, result, expected) => {
    expect(eventWords(action, result)).toBe(expected);
  });
});
