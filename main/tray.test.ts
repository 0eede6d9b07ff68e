import { describe, expect, it, vi } from 'vitest';
import type { Status } from './status.ts';
import { trayMenu, type TrayActions } from './tray.ts';

const actions = () => ({
  open: vi.fn<TrayActions['open']>(),
  copyAddress: vi.fn<TrayActions['copyAddress']>(),
  pause: vi.fn<() => void>(),
  resume: vi.fn<() => void>(),
  quit: vi.fn<() => void>(),
});

const status = (more: Partial<Status> = {}): Status => ({
  access: 'public',
  sentence: 'Public at kb.example.com',
  connectorUrl: 'https://kb.example.com/api/mcp',
  reviews: 0,
  trouble: null,
  isReadOnly: false,
  ...more,
});

const labels = (given: Status | undefined) =>
  trayMenu(given, actions()).flatMap(({ label }) => (label === undefined ? [] : [label]));

function press(given: Status, label: string) {
  const done = actions();
  const item = trayMenu(given, done).find((candidate) => candidate.label === label);
  item?.click?.({} as never, undefined, {});
  return done;
}

describe('the menu of the tray', () => {
  it('before the server runs, leads to the window and ends the program', () => {
    expect(labels(undefined)).toEqual(['Starting…', 'Open Commonplace', 'Quit Commonplace']);
  });

  it('while public, says where, and that quitting cuts assistants off', () => {
    expect(labels(status())).toEqual([
      'Public at kb.example.com',
      'Copy address for assistants',
      'Pause public access',
      'Open Commonplace',
      'Quit (assistants are cut off)',
    ]);
  });

  it('while paused, offers to resume', () => {
    expect(labels(status({ access: 'paused' }))).toContain('Resume public access');
    expect(labels(status({ access: 'paused' }))).not.toContain('Pause public access');
  });

  it('on this computer only, has nothing to pause', () => {
    expect(labels(status({ access: 'private' })).join()).not.toContain('public access');
  });

  it('in trouble, leads to what is wrong', () => {
    const trouble = { reason: 'The token is not valid.', hint: 'Paste it again.' };
    const done = press(status({ access: 'trouble', trouble }), 'What is wrong?');
    expect(done.open).toHaveBeenCalledWith('/diagnostics');
  });

  it('while nothing can be changed, says so and leads to why', () => {
    const given = status({ isReadOnly: true });
    expect(labels(given).slice(0, 3)).toEqual([
      'Public at kb.example.com',
      'Nothing can be changed at the moment',
      'What is wrong?',
    ]);
    expect(press(given, 'What is wrong?').open).toHaveBeenCalledWith('/diagnostics');
  });

  it.each([
    ['Copy address for assistants', 'copyAddress', ['https://kb.example.com/api/mcp']],
    ['Pause public access', 'pause', []],
    ['Open Commonplace', 'open', []],
    ['Quit (assistants are cut off)', 'quit', []],
  ] as const)('“%s” does that', (label, action, given) => {
    expect(press(status(), label)[action]).toHaveBeenCalledWith(...given);
  });
});
