import type { BrowserWindow as ElectronWindow } from 'electron';
import { EventEmitter } from 'node:events';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { app, BrowserWindow, cancellable, powerMonitor, record, system } from '../test/fakes/electron.ts';
import { decideOnClose } from './close-to-tray.ts';
import { endOnFaults, keepDumpsHere, noteChildProcesses, reviveWindow } from './crash.ts';
import { networkSignature, watchPower } from './power.ts';
import { endInOrder } from './quit.ts';
import { askBeforeLosing } from './unsaved.ts';
import { DEFAULT_DESKTOP_PREFERENCES } from '../server/domain/desktop-preferences.ts';
import type { ShellMemory } from './shell-memory.ts';
import { PATIENCE } from '../test/patience.ts';

const log = pino({ level: 'silent' });
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** The stand-in has what these parts ask of a window. */
const asElectron = (window: BrowserWindow) => window as unknown as ElectronWindow;

beforeEach(() => {
  record.dialogs.length = 0;
  record.exits.length = 0;
  app.removeAllListeners();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a page that crashes', () => {
  const crash = (window: BrowserWindow) =>
    window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });

  it('comes back three times within a minute; then the person decides', async () => {
    let now = 0;
    const window = new BrowserWindow();
    reviveWindow(asElectron(window), log, () => now);
    for (let time = 0; time < 3; time += 1) crash(window);
    expect([window.webContents.reloads, record.dialogs]).toEqual([3, []]);
    crash(window);
    await vi.waitFor(() => expect(window.webContents.reloads).toBe(4), PATIENCE);
    expect(record.dialogs).toMatchObject([{ buttons: ['Try again', 'Close the window'] }]);
    now = 60_001;
    crash(window);
    expect([window.webContents.reloads, record.dialogs.length]).toEqual([5, 1]);
  });

  it('that ended by itself is left alone', () => {
    const window = new BrowserWindow();
    reviveWindow(asElectron(window), log);
    window.webContents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 });
    expect(window.webContents.reloads).toBe(0);
  });

  it('leaves its dump on this computer', () => {
    keepDumpsHere();
    expect(record.crashReporter).toEqual([{ uploadToServer: false }]);
  });
});

describe('a fault that nothing caught', () => {
  it.each(['uncaughtException', 'unhandledRejection'] as const)(
    '%s is noted, and ends the program',
    (name) => {
      const lines: string[] = [];
      const close = vi.fn<() => void>();
      const before = process.listeners(name as 'uncaughtException');
      endOnFaults(pino({}, { write: (line: string) => void lines.push(line) }), close);
      const listener = process
        .listeners(name as 'uncaughtException')
        .find((candidate) => !before.includes(candidate));
      listener?.(new Error('broken'), 'uncaughtException');
      expect(lines.join('')).toContain('broken');
      expect([close.mock.calls.length, record.exits]).toEqual([1, [1]]);
      for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
        const own = process.listeners(event as 'uncaughtException').at(-1);
        if (own) process.off(event, own);
      }
    },
  );

  it('of one of Chromium’s processes is noted, and the program goes on', () => {
    const lines: string[] = [];
    noteChildProcesses(pino({}, { write: (line: string) => void lines.push(line) }));
    app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 5 });
    expect(lines.join('')).toContain('"type":"GPU"');
    expect(record.exits).toEqual([]);
  });
});

describe('sleep and networks', () => {
  it('after sleep the tunnel is looked at at once', () => {
    const wake = vi.fn<() => void>();
    const stop = watchPower(wake, log);
    powerMonitor.emit('suspend');
    expect(wake).not.toHaveBeenCalled();
    powerMonitor.emit('resume');
    expect(wake).toHaveBeenCalledTimes(1);
    stop();
    powerMonitor.emit('resume');
    expect(wake).toHaveBeenCalledTimes(1);
  });

  it('another network has another signature; loopback and order count for nothing', () => {
    const wifi = { address: '192.168.1.5', internal: false };
    const cable = { address: '10.0.0.7', internal: false };
    const own = { address: '127.0.0.1', internal: true };
    const signature = (interfaces: object) => networkSignature(interfaces as never);
    expect(signature({ lo: [own], wlan0: [wifi], eth0: [cable] })).toBe(
      signature({ eth0: [cable], wlan0: [wifi] }),
    );
    expect(signature({ wlan0: [wifi] })).not.toBe(signature({ wlan0: [cable] }));
  });

  it('when the computer is shut down, the program ends in order', () => {
    const stop = watchPower(() => undefined, log);
    const quits = vi.fn<() => void>();
    app.on('before-quit', quits);
    const preventDefault = vi.fn<() => void>();
    powerMonitor.emit('shutdown', { preventDefault });
    expect([quits.mock.calls.length, preventDefault.mock.calls.length]).toEqual([1, 1]);
    stop();
  });
});

describe('ending', () => {
  const listen = (stop: () => Promise<void>) => {
    const before = SIGNALS.map((signal) => process.listeners(signal));
    const quitting = endInOrder(stop, log);
    for (const [index, signal] of SIGNALS.entries()) {
      for (const listener of process.listeners(signal)) {
        if (!before[index]?.includes(listener)) process.off(signal, listener);
      }
    }
    return quitting;
  };

  it('stops once, whoever asks how often, and only then is over', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = vi.fn<() => Promise<void>>(() => promise);
    const quitting = listen(stop);
    expect(quitting.isUnderWay).toBe(false);
    app.quit();
    app.quit();
    expect([quitting.isUnderWay, stop.mock.calls.length, record.exits]).toEqual([true, 1, []]);
    resolve();
    await vi.waitFor(() => expect(record.exits).toEqual([0]), PATIENCE);
  });

  it('with a part that fails ends all the same, and says so by its exit code', async () => {
    listen(() => Promise.reject(new Error('no')));
    app.quit();
    await vi.waitFor(() => expect(record.exits).toEqual([1]), PATIENCE);
  });

  it('takes ten seconds at most', async () => {
    vi.useFakeTimers();
    listen(() => new Promise(() => undefined));
    app.quit();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(record.exits).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(record.exits).toEqual([1]);
  });

  it('is not what closing the last window means', () => {
    listen(async () => undefined);
    expect(app.listenerCount('window-all-closed')).toBe(1);
  });
});

describe('words that are not saved', () => {
  const unload = (answer: number) => {
    system.answerSync = answer;
    const window = new BrowserWindow();
    const stay = vi.fn<() => void>();
    askBeforeLosing(asElectron(window), stay);
    const event = cancellable();
    window.webContents.emit('will-prevent-unload', event);
    return { isLeft: event.isPrevented, stays: stay.mock.calls.length };
  };

  it('keep the window while somebody goes on writing, and the program with it', () => {
    expect(unload(0)).toEqual({ isLeft: false, stays: 1 });
    expect(record.dialogs).toMatchObject([{ message: 'Leave without saving?' }]);
  });

  it('are left by whoever says so', () => {
    expect(unload(1)).toEqual({ isLeft: true, stays: 0 });
  });
});

describe('closing the window', () => {
  function close(close_to_tray: boolean | null, { hasTray = true, isQuitting = false } = {}) {
    const window = new BrowserWindow();
    window.show();
    const memory = {
      preferences: { ...DEFAULT_DESKTOP_PREFERENCES, close_to_tray },
      setPreferences: vi.fn<ShellMemory['setPreferences']>(async () => undefined),
    };
    const decide = decideOnClose({
      memory: memory as unknown as ShellMemory,
      hasTray: () => hasTray,
      isQuitting: () => isQuitting,
      log,
    });
    return { window, memory, isKept: decide(asElectron(window)), again: () => decide(asElectron(window)) };
  }

  it('hides it where there is a tray to come back from', () => {
    const { window, isKept } = close(true);
    expect([isKept, window.isVisible]).toEqual([true, false]);
  });

  it('on a desktop without a tray keeps it among the others', () => {
    const { window } = close(true, { hasTray: false });
    expect(window.isMinimized()).toBe(process.platform !== 'darwin');
  });

  it('ends the program for whoever wants that', async () => {
    const quits = new Promise((resolve) => app.once('before-quit', resolve));
    expect(close(false).isKept).toBe(true);
    await quits;
  });

  it('when the program ends anyway, is no question', () => {
    expect(close(null, { isQuitting: true }).isKept).toBe(false);
    expect(record.dialogs).toEqual([]);
  });

  it('asks once, however often somebody presses while the question is there', async () => {
    const answered = new EventEmitter();
    const before = system.answerDialog;
    system.answerDialog = () => new Promise((resolve) => answered.once('answer', resolve));
    const { memory, again } = close(null);
    again();
    expect(record.dialogs).toHaveLength(1);
    answered.emit('answer', 0);
    await vi.waitFor(
      () => expect(memory.setPreferences).toHaveBeenCalledWith({ close_to_tray: true }),
      PATIENCE,
    );
    system.answerDialog = before;
  });
});
