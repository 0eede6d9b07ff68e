import { describe, expect, it } from 'vitest';
import { outdatedWords } from './diagnosis.ts';
import { reportText } from './diagnosis-report.ts';

const LAST = { address: 'https://kb.example.com', was_paused: false };
const NOW = { address: LAST.address, isPaused: false };

describe('whether a diagnosis is about now', () => {
  it.each([
    ['nothing has changed', LAST, NOW, null],
    [
      'it was paused since',
      LAST,
      { ...NOW, isPaused: true },
      'From before public access was paused: check again.',
    ],
    [
      'it was resumed since',
      { ...LAST, was_paused: true },
      NOW,
      'From before public access was resumed: check again.',
    ],
    [
      'the address is another one',
      LAST,
      { ...NOW, address: 'https://new.example.com' },
      'From before the address was https://new.example.com: check again.',
    ],
  ])('%s', (_case, last, now, words) => expect(outdatedWords(last, now)).toBe(words));

  it('a report says so at its top, and nothing when it is', () => {
    const found = { ...LAST, started_at: '2026-03-01T09:00:00.000Z', rows: [] };
    const program = { version: '1.0.0', platform: 'linux x64' };
    const outdated = 'From before public access was paused: check again.';
    expect(reportText(found, program, outdated)).toContain(`kb.example.com\n${outdated}\n`);
    expect(reportText(found, program)).not.toContain('From before');
  });
});
