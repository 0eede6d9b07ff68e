import { request } from 'node:http';
import { z } from 'zod';
import type { IngressRule } from '../domain/ingress.ts';

/** Answers come from the same computer: who takes longer hangs. */
const ANSWER_LIMIT_MS = 1_500;
const MOST_BYTES = 1024 * 1024;

const readySchema = z.looseObject({ readyConnections: z.int().min(0), connectorId: z.string().min(1) });
const quickSchema = z.looseObject({
  hostname: z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.trycloudflare\.com$/),
});
const configSchema = z.looseObject({
  version: z.int(),
  config: z.looseObject({
    ingress: z
      .array(
        z.looseObject({
          hostname: z.string().nullish(),
          path: z.string().nullish(),
          service: z.string().nullish(),
        }),
      )
      .nullish(),
  }),
});

export interface Readiness {
  connections: number;
  connectorId: string;
}

/** Asks whether the tunnel stands; null: it does not, or nobody answers. */
export async function readReadiness(origin: string): Promise<Readiness | null> {
  const answer = await ask(`${origin}/ready`);
  if (answer?.status !== 200) return null;
  const body = readySchema.safeParse(answer.body);
  if (!body.success || body.data.readyConnections === 0) return null;
  return { connections: body.data.readyConnections, connectorId: body.data.connectorId };
}

/** The trial's host name; null before there is one. */
export async function readQuickHostname(origin: string): Promise<string | null> {
  const body = quickSchema.safeParse((await ask(`${origin}/quicktunnel`))?.body);
  return body.success ? body.data.hostname : null;
}

/** The named tunnel's rules, as the dashboard has sent them; null before it has. */
export async function readIngress(origin: string): Promise<IngressRule[] | null> {
  const body = configSchema.safeParse((await ask(`${origin}/config`))?.body);
  // Before the dashboard's first word the program runs on rules of its own, as version -1.
  if (!body.success || body.data.version < 0) return null;
  return (body.data.config.ingress ?? []).map(({ hostname, path, service }) => ({
    hostname: hostname ?? '',
    path: path ?? '',
    service: service ?? '',
  }));
}

/** Never through a proxy of the environment: the program is on this computer. Null: no answer worth the name. */
function ask(url: string): Promise<{ status: number; body: unknown } | null> {
  return new Promise((resolve) => {
    const asking = request(url, { agent: false, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) }, (answer) => {
      const chunks: Buffer[] = [];
      let size = 0;
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MOST_BYTES) asking.destroy();
        else chunks.push(chunk);
      });
      answer.on('end', () => resolve(read(answer.statusCode ?? 0, Buffer.concat(chunks))));
      answer.on('error', () => resolve(null));
      answer.on('close', () => resolve(null));
    });
    asking.on('error', () => resolve(null));
    asking.end();
  });
}

function read(status: number, bytes: Buffer): { status: number; body: unknown } | null {
  try {
    return { status, body: JSON.parse(bytes.toString('utf8')) as unknown };
  } catch {
    return null;
  }
}
