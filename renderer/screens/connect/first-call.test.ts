import { describe, expect, it } from 'vitest';
import { baselineOf, callState } from './first-call.ts';

const claude = { id: 'app_1', name: 'Claude', last_used_at: null };
const script = { id: 'tok_1', name: 'Script', last_used_at: '2026-03-01T09:00:00.000Z' };

describe('the light that waits for the first call', () => {
  it('says that nobody has called yet', () => {
    expect(callState([claude], [], baselineOf([claude]))).toEqual({ kind: 'none' });
  });

  it('waits, and knows who called last', () => {
    expect(callState([claude], [script], baselineOf([claude, script]))).toEqual({
      kind: 'waiting',
      last: script,
    });
  });

  it('says that an app was let in while somebody watches', () => {
    expect(callState([claude], [script], baselineOf([script]))).toEqual({ kind: 'connected', by: claude });
  });

  it('turns green at the first call of a new app, and at the next of an old one', () => {
    const called = { ...claude, last_used_at: '2026-03-01T09:05:00.000Z' };
    expect(callState([called], [script], baselineOf([script]))).toEqual({ kind: 'called', by: called });
    expect(callState([called], [script], baselineOf([claude, script]))).toEqual({
      kind: 'called',
      by: called,
    });
  });

  it('names whoever called last when several did', () => {
    const first = { ...claude, last_used_at: '2026-03-01T09:05:00.000Z' };
    const second = { ...script, last_used_at: '2026-03-01T09:06:00.000Z' };
    expect(callState([first], [second], baselineOf([claude, script]))).toEqual({
      kind: 'called',
      by: second,
    });
  });
});
