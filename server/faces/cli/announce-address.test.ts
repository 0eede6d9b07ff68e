import { describe, expect, it } from 'vitest';
import type { PublicAccess } from '../../tunnel-ports.ts';
import { announceAddress } from './announce-address.ts';

const URL = 'https://kb.example.com';

/** Public access as told, and what is said of it. */
function watch(first: Partial<PublicAccess>) {
  const said: unknown[] = [];
  const listeners = new Set<() => void>();
  const access = {
    mode: 'own_domain',
    publicUrl: URL,
    isPaused: false,
    problem: null,
    tunnel: { state: { state: 'off' } },
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ...first,
  } as PublicAccess;
  const stop = announceAddress(access, {
    json: true,
    answer: (value, words) => void said.push([value, words]),
    verbatim: () => undefined,
    remark: (words) => void said.push(words),
  });
  return {
    said,
    stop,
    change: (changes: Partial<PublicAccess>) => {
      Object.assign(access, changes);
      for (const listener of listeners) listener();
    },
  };
}

describe('what `serve` says of the public address', () => {
  it('among its first lines that it is paused, for a pause outlives the program', () => {
    const { said } = watch({ isPaused: true, publicUrl: null });
    expect(said).toEqual([
      [
        { event: 'address', url: null, is_paused: true },
        expect.stringContaining(
          'Public access is paused: nobody else reaches the workspace. To let others in:',
        ),
      ],
    ]);
  });

  it('each change once, also that of a pause where there was no address', () => {
    const { said, change, stop } = watch({ publicUrl: null });
    expect(said).toEqual([]);
    change({ isPaused: true });
    change({});
    change({ isPaused: false });
    change({ publicUrl: URL });
    stop();
    change({ publicUrl: null });
    expect(said.map((line) => (Array.isArray(line) ? line[0] : line))).toEqual([
      { event: 'address', url: null, is_paused: true },
      { event: 'address', url: null, is_paused: false },
      { event: 'address', url: URL, is_paused: false },
    ]);
  });

  it('what stands in the way, and what to do', () => {
    const { said } = watch({ publicUrl: null, problem: { reason: 'No domain is set.', hint: 'Name one.' } });
    expect(said).toEqual(['Public access: No domain is set. Name one.']);
  });
});
