import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { largePng } from '../images/pictures.ts';
import { answerParent } from './child-process.ts';

/** Sends pictures in a process of its own, so that what sending costs is not taken for what receiving costs. */
const [, , url = '', secret = ''] = process.argv;
const PIECE_BYTES = 64 * 1024;

let stopping = new AbortController();
let sent = 0;
let sending: Promise<void> = Promise.resolve();

/** Sends one picture at so many bytes a millisecond, as a phone does that is near its Wi-Fi. */
async function send(documentId: string, bytes: number, pace: number): Promise<void> {
  // Each has bytes of its own: a picture that is there already is not written again.
  const picture = largePng(bytes, `noise ${sent}`);
  const path = `/api/v1/documents/${documentId}/attachments`;
  const headers = {
    authorization: `Bearer ${secret}`,
    'content-type': 'image/png',
    'content-length': picture.length,
  };
  const outgoing = request(new URL(path, url), { method: 'POST', headers });
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  outgoing.on('error', reject);
  outgoing.on('response', (answer) => {
    answer.resume();
    answer.on('end', () => resolve(answer.statusCode));
  });
  const start = performance.now();
  for (let at = 0; at < picture.length; at += PIECE_BYTES) {
    const early = at / pace - (performance.now() - start);
    if (early > 1) await wait(early);
    outgoing.write(picture.subarray(at, at + PIECE_BYTES));
  }
  outgoing.end();
  const status = await promise;
  if (status !== 201) throw new Error(`A picture was answered with ${status}.`);
  sent += 1;
}

const methods = {
  /** Sends one picture. */
  send,

  /** Sends one picture after the other until `end`. */
  begin(documentId: string, bytes: number, pace: number): void {
    stopping = new AbortController();
    const { signal } = stopping;
    sending = (async () => {
      while (!signal.aborted) await send(documentId, bytes, pace);
    })();
  },

  /** Resolves with how many have been sent so far, once the last one is there. */
  async end(): Promise<number> {
    stopping.abort();
    await sending;
    return sent;
  },
};

export type Uploader = typeof methods;
answerParent(methods);
