import { request, type IncomingMessage } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import { brokenAnswer } from './refusals.ts';
import type { Target } from './target.ts';

/** Largest head of an answer, in bytes. */
const HEAD_BYTES = 16 * 1024;
/** More interim answers (status 1xx) than any server has reason to send. */
const MOST_INTERIM = 8;

export interface RequestHeaders {
  accept: string;
  userAgent: string;
}

/**
 * Sends a GET over a connection and waits for the head of the answer. The request carries nothing of ours but what
 * is named here: no cookie, no credential, no page that it comes from.
 *
 * @throws {AppError} bad_request when what comes back is not HTTP, or ends early
 */
export function exchange(target: Target, socket: Socket, headers: RequestHeaders): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      createConnection: () => socket,
      path: target.url.pathname + target.url.search,
      maxHeaderSize: HEAD_BYTES,
      headers: {
        Host: hostHeader(target),
        Accept: headers.accept,
        // What arrives is what is counted: nothing unfolds to a thousand times its size (security S1).
        'Accept-Encoding': 'identity',
        'User-Agent': headers.userAgent,
        Connection: 'close',
      },
    });
    const fail = () => {
      socket.destroy();
      reject(brokenAnswer());
    };
    let interim = 0;
    outgoing.on('information', () => {
      interim += 1;
      if (interim > MOST_INTERIM) fail();
    });
    outgoing.on('error', fail);
    outgoing.on('upgrade', fail);
    outgoing.on('close', fail);
    outgoing.on('response', resolve);
    outgoing.end();
  });
}

function hostHeader({ url, host, port, isSecure }: Target): string {
  const name = isIPv6(host) ? `[${host}]` : host;
  return port === (isSecure ? 443 : 80) && url.port === '' ? name : `${name}:${port}`;
}
