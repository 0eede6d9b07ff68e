import { randomBytes } from 'node:crypto';
import { request as requestPlainly, type IncomingMessage } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { z } from 'zod';
import type { Obstacle } from './obstacle.ts';
import { answerProblem, networkProblem } from './probe-words.ts';

const ANSWER_LIMIT_MS = 15_000;
const MOST_BYTES = 64 * 1024;

const healthSchema = z.looseObject({ instance_id: z.string(), nonce: z.string().nullable() });

export interface ProbeTarget {
  /** `https://host` */
  publicUrl: string;
  /** Which workspace should answer. */
  instanceId: string;
  /** Of the public listener, for the words. */
  port: number;
  /** What leads from the address to this server, for the words; a tunnel of ours when absent. */
  through?: 'tunnel' | 'proxy';
}

/** Asks a public address who answers there; null: this workspace. */
export type Probe = (target: ProbeTarget, signal: AbortSignal) => Promise<Obstacle | null>;

/** What a probe got: the status, the first bytes, and the workspace that wrote them, if one did. */
export interface ProbeAnswer {
  status: number;
  text: string;
  health: z.infer<typeof healthSchema> | null;
}

/**
 * Asks `GET /healthz` of the public address with a fresh nonce, over a connection of its own, so that no remembered
 * address, certificate or answer counts (desktop-shell §2.5).
 *
 * @param connection how the address is reached; a test names its own server and authority
 */
export function createProbe(connection: Pick<RequestOptions, 'lookup' | 'ca' | 'port'> = {}): Probe {
  return async (target, signal) => {
    const nonce = randomBytes(12).toString('hex');
    const url = new URL(`/healthz?nonce=${nonce}`, target.publicUrl);
    try {
      return answerProblem(await ask(url, connection, signal), { ...target, nonce, hostname: url.hostname });
    } catch (error) {
      return networkProblem(error, url.hostname, target.through);
    }
  };
}

function ask(url: URL, connection: RequestOptions, signal: AbortSignal): Promise<ProbeAnswer> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]);
  const headers = { accept: 'application/json', 'cache-control': 'no-cache' };
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'http:' ? requestPlainly : request;
    const asking = send(url, { ...connection, headers, agent: false, signal: limit }, (answer) => {
      read(answer).then(resolve, reject);
    });
    asking.on('error', reject);
    asking.end();
  });
}

async function read(answer: IncomingMessage): Promise<ProbeAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MOST_BYTES) break;
  }
  const text = Buffer.concat(chunks).toString('utf8').slice(0, MOST_BYTES);
  return { status: answer.statusCode ?? 0, text, health: readHealth(text) };
}

function readHealth(text: string): ProbeAnswer['health'] {
  try {
    return healthSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
