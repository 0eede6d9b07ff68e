import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { createLogger, type Logger, type LogLevel } from '../server/log.ts';

/** One file of this size and the one before it are kept. */
const MOST_BYTES = 5 * 1024 * 1024;

export interface LogFile {
  log: Logger;
  path: string;
  close: () => void;
}

/**
 * The log of a program that no terminal shows, readable by its owner only. Lines are written at once: the last one
 * before a crash is the one that counts.
 *
 * @param alsoTo a second place, such as the terminal of somebody who works on the program
 */
export function openLogFile(
  path: string,
  level: LogLevel,
  alsoTo?: { write(line: string): unknown },
): LogFile {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let file = openSync(path, 'a', 0o600);
  let size = fstatSync(file).size;
  let isClosed = false;

  function turnOver(): void {
    const full = file;
    if (existsSync(path)) renameSync(path, `${path}.1`);
    file = openSync(path, 'a', 0o600);
    size = 0;
    // Last: once it is closed its number may be another file's, such as the journal's.
    closeSync(full);
  }

  /** On a full disk lines are lost; the program that they tell of goes on (security X4). */
  function write(line: string): void {
    alsoTo?.write(line);
    if (isClosed) return;
    if (size > MOST_BYTES) unlessRefused(turnOver);
    unlessRefused(() => {
      size += writeSync(file, line);
    });
  }

  return {
    log: createLogger(level, { write }),
    path,
    close() {
      if (!isClosed) closeSync(file);
      isClosed = true;
    },
  };
}

function unlessRefused(action: () => void): void {
  try {
    action();
  } catch {
    // Where the log cannot be written there is nowhere to say so.
  }
}
