import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { systemErrorCode } from '../../../system-error.ts';
import { errorOfStatus, ProviderError, retryAfter } from './provider-error.ts';

/** 64 vectors of 8,192 numbers with all their digits are about 12 MB. */
const MAX_ANSWER_BYTES = 24 * 1024 * 1024;
const MAX_HEADER_BYTES = 32 * 1024;
const IDLE_SOCKETS = 2;

export interface JsonPost {
  url: string;
  body: unknown;
  /** Goes into the header `Authorization: Bearer`; null sends none. */
  key: string | null;
  /** The whole exchange may take this long. */
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * The fetcher of the embeddings provider (security S1, S6): it reaches the address that the owner set and nothing
 * else. It follows no redirect, uses no proxy of the environment, takes no compressed answer and no more than 24 MB.
 */
export interface JsonPoster {
  /**
   * @returns the parsed body of an answer with status 200.
   * @throws {ProviderError}, or the signal's reason when it is aborted.
   */
  post(request: JsonPost): Promise<unknown>;
  close(): void;
}

interface Sent {
  answer: Promise<IncomingMessage>;
  isOnOldSocket: () => boolean;
}

export function createJsonPoster(now: () => number = Date.now): JsonPoster {
  const options = { keepAlive: true, maxFreeSockets: IDLE_SOCKETS };
  const http = new HttpAgent(options);
  const https = new HttpsAgent({ ...options, rejectUnauthorized: true });

  function send({ url, body, key }: JsonPost, signal: AbortSignal): Sent {
    const bytes = Buffer.from(JSON.stringify(body));
    const target = new URL(url);
    const isSecure = target.protocol === 'https:';
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const outgoing = (isSecure ? requestHttps : requestHttp)(
      target,
      {
        method: 'POST',
        agent: isSecure ? https : http,
        maxHeaderSize: MAX_HEADER_BYTES,
        signal,
        headers: {
          'content-type': 'application/json',
          'content-length': bytes.length,
          accept: 'application/json',
          'accept-encoding': 'identity',
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        },
      },
      resolve,
    );
    outgoing.on('error', reject);
    outgoing.end(bytes);
    return { answer: promise, isOnOldSocket: () => outgoing.reusedSocket };
  }

  /** A connection that was kept may have been closed by the other side just then: that says nothing about it. */
  async function sendOnceMore(request: JsonPost, signal: AbortSignal): Promise<IncomingMessage> {
    const sent = send(request, signal);
    try {
      return await sent.answer;
    } catch (error) {
      if (!sent.isOnOldSocket() || systemErrorCode(error) === undefined) throw error;
      return send(request, signal).answer;
    }
  }

  return {
    async post(request) {
      request.signal.throwIfAborted();
      const timeout = AbortSignal.timeout(request.timeoutMs);
      try {
        const answer = await sendOnceMore(request, AbortSignal.any([request.signal, timeout]));
        return await readAnswer(answer, now());
      } catch (error) {
        if (error instanceof ProviderError) throw error;
        request.signal.throwIfAborted();
        const message = `The embeddings provider does not answer${timeout.aborted ? ' in time' : ''}.`;
        throw new ProviderError('unreachable', message, { cause: error });
      }
    },
    close() {
      http.destroy();
      https.destroy();
    },
  };
}

async function readAnswer(answer: IncomingMessage, now: number): Promise<unknown> {
  const status = answer.statusCode ?? 0;
  if (status !== 200) {
    // What it writes is not read: nobody will be shown it.
    answer.destroy();
    throw errorOfStatus(status, retryAfter(answer.headers['retry-after'], now));
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) {
      answer.destroy();
      throw new ProviderError('malformed', 'The embeddings provider sends more than vectors can be.');
    }
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new ProviderError('malformed', 'The embeddings provider does not answer with JSON.');
  }
}
