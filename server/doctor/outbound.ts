import type { LookupAddress } from 'node:dns';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import { codeOf } from './failure-codes.ts';
import type { Network } from './network.ts';

/** More of an answer is not read: what we look for stands at its beginning. */
const MOST_BYTES = 256 * 1024;

export interface Question {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string | undefined;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Called when the first part of the answer's body has arrived. */
  onFirstPart?: () => void;
}

export interface Answer {
  kind: 'answer';
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  tookMs: number;
}

/** No answer: the code of Node, OpenSSL or the resolver, or `TIMEOUT`. */
export interface NoAnswer {
  kind: 'none';
  code: string;
  tookMs: number;
}

export type Outcome = Answer | NoAnswer;

/**
 * One request as a program on the internet would send it: no redirect is followed, no cookie kept, no proxy asked.
 * Unlike the fetcher of addresses that others name it may reach our own.
 */
export async function send(network: Network, url: URL, question: Question): Promise<Outcome> {
  const start = performance.now();
  const took = () => Math.round(performance.now() - start);
  try {
    const addresses = await network.resolve(url.hostname.replaceAll(/^\[|\]$/g, ''));
    const answer = await exchange(network, url, addresses, question);
    return { kind: 'answer', ...answer, tookMs: took() };
  } catch (error) {
    return { kind: 'none', code: codeOf(error), tookMs: took() };
  }
}

type Received = Pick<Answer, 'status' | 'headers' | 'text'>;

function exchange(
  network: Network,
  url: URL,
  addresses: readonly LookupAddress[],
  { method = 'GET', headers = {}, body, timeoutMs, signal, onFirstPart }: Question,
): Promise<Received> {
  const isTls = url.protocol === 'https:';
  const time = AbortSignal.timeout(timeoutMs);
  const limit = signal ? AbortSignal.any([time, signal]) : time;
  const way = network.route({ addresses, port: Number(url.port) || (isTls ? 443 : 80) });
  return new Promise((resolve, reject) => {
    const outgoing = (isTls ? httpsRequest : httpRequest)({
      host: url.hostname.replaceAll(/^\[|\]$/g, ''),
      port: way.port,
      path: url.pathname + url.search,
      method,
      agent: false,
      lookup: answerWith(way.addresses),
      signal: limit,
      headers: {
        host: url.host,
        accept: 'application/json, text/event-stream, text/html',
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        ...headers,
      },
      ...(isTls && { servername: url.hostname, ...trustedBy(network) }),
    });
    const fail = (error: Error) => reject(limit.aborted ? timedOut() : error);
    outgoing.once('error', fail);
    outgoing.once('response', (incoming) => {
      const { statusCode: status = 0, headers: received } = incoming;
      const whole = read(incoming, onFirstPart).finally(() => outgoing.destroy());
      whole.then((text) => resolve({ status, headers: received, text }), fail);
    });
    outgoing.end(body);
  });
}

async function read(incoming: IncomingMessage, onFirstPart: (() => void) | undefined): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    if (bytes === 0) onFirstPart?.();
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= MOST_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function timedOut(): Error {
  return Object.assign(new Error('There was no answer in time.'), { code: 'TIMEOUT' });
}

/** The names were looked up already: all requests of a run go where the first one went. */
export function answerWith(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all === true) callback(null, [...addresses]);
    else if (first) callback(null, first.address, first.family);
    else callback(Object.assign(new Error('No address.'), { code: 'ENOTFOUND' }), '');
  };
}

/** Authorities that are believed beside the usual ones; with none, whatever this computer believes. */
export function trustedBy({ authorities }: Network): { ca?: string[] } {
  return authorities.length === 0 ? {} : { ca: [...rootCertificates, ...authorities] };
}
