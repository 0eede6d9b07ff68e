import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { encodeChecksummed } from './checksummed-json.ts';
import { temporaryPath } from './durable-file.ts';
import { errorCode, OWNER_FILE } from './file-system.ts';
import type { WriteJob, WriteResult } from './file-writer.ts';

/** The thread of `createFileWriter`: nobody else waits here, so every call is a plain one. */
parentPort?.on('message', (job: WriteJob) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(resultOf(job));
});

function resultOf(job: WriteJob): WriteResult {
  try {
    for (const { path, value } of job.files) replaceNow(path, encodeChecksummed(value));
    return { id: job.id };
  } catch (error) {
    const message = error instanceof Error ? error.message : 'A file could not be written.';
    return { id: job.id, error: { message, code: errorCode(error) } };
  }
}

/** `replaceFile`, step by step the same. */
function replaceNow(path: string, bytes: Uint8Array): void {
  const temporary = temporaryPath(path);
  const file = openSync(temporary, 'wx', OWNER_FILE);
  try {
    writeAndClose(file, bytes);
    renameSync(temporary, path);
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
}

function writeAndClose(file: number, bytes: Uint8Array): void {
  try {
    let written = 0;
    while (written < bytes.length) {
      const taken = writeSync(file, bytes, written, bytes.length - written, written);
      if (taken <= 0) throw new Error('The disk takes no more bytes and does not say why.');
      written += taken;
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Only tidiness: a leftover is deleted at the next start, and the first error is the one to tell. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // See above.
  }
}
