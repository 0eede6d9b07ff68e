import { chmod, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { AppError, unknown } from '../../errors.ts';
import type { Operation, Services } from '../../operations/define.ts';
import { parseInput, perform } from '../../operations/perform.ts';
import { encodeJson } from '../../json/encode-json.ts';
import { parseStrictJson } from '../../json/strict-json.ts';
import { finishInSlices } from '../../sliced-work.ts';
import { sendPieces } from '../http/json-answer.ts';
import { drain } from '../http/server.ts';
import { deskActor } from '../../identity/desk-actor.ts';
import { presentError, type ErrorAnswer } from './error-answer.ts';

export interface LocalSocket {
  /** Stops accepting, waits for the commands that run, then cuts what is left. */
  close(): Promise<void>;
}

export interface LocalSocketOptions {
  path: string;
  services: Services;
  /** What links in answers start with at the moment. */
  baseUrl: () => string;
}

/** How long closing waits for the commands that run. */
const DRAIN_MS = 8_000;
/** A batch of an import is the largest thing that comes in. */
const MOST_BYTES = 64 * 1024 * 1024;
const LIMITS = { depth: 32, keys: 10_000, items: 10_000 };

const requestSchema = z.strictObject({ user: z.string().max(64).optional(), input: z.unknown() });

/**
 * HTTP over a socket that only this computer's user can open: `POST /operations/<name>` with `{user?, input}` is
 * answered by `{ok: true, output}` or `{ok: false, error}` (design §3, "Local socket").
 */
export async function listenLocalSocket({
  path,
  services,
  baseUrl,
}: LocalSocketOptions): Promise<LocalSocket> {
  let isClosing = false;
  const server = createServer((request, response) => {
    response.shouldKeepAlive = !isClosing;
    answer(services, baseUrl, request, response).catch((error: unknown) => {
      services.log.warn({ err: error }, 'the local socket lost a caller');
      response.destroy();
    });
  });
  // A command may work for a while between two calls: a connection that ends just then would lose the second.
  server.keepAliveTimeout = 0;
  const isFile = process.platform !== 'win32';
  // The folder lock is ours, so a socket file here is what a killed server left behind.
  if (isFile) await rm(path, { force: true });
  await listen(server, path);
  if (isFile) await chmod(path, 0o600);
  return {
    close() {
      isClosing = true;
      return drain(server, DRAIN_MS);
    },
  };
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function answer(
  services: Services,
  baseUrl: () => string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  let body: { ok: true; output: unknown } | { ok: false; error: ErrorAnswer };
  try {
    const operation = await operationFor(request);
    const { user, input } = parseInput(requestSchema, await readJson(request));
    const actor = deskActor(services, user, baseUrl());
    body = { ok: true, output: await perform(services, operation, actor, input, { signal: gone.signal }) };
  } catch (error) {
    if (!(error instanceof AppError)) services.log.error({ err: error }, 'a command failed');
    body = { ok: false, error: presentError(error) };
  }
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  await sendPieces(response, await finishInSlices(encodeJson(body)));
}

/** Half of the operations are for commands only: they are loaded by the first command, not at the start. */
async function operationFor(request: IncomingMessage): Promise<Operation> {
  const [, name] = /^\/operations\/([a-z_]+\.[a-z_]+)$/.exec(request.url ?? '') ?? [];
  const { operations } = await import('../../operations/registry.ts');
  const operation = operations.find((candidate) => candidate.name === name);
  if (request.method !== 'POST' || !operation) throw unknown('operation');
  return operation;
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES)
      throw new AppError('payload_too_large', 'This command sends more than the server takes at once.');
    chunks.push(chunk);
  }
  return finishInSlices(parseStrictJson(Buffer.concat(chunks), LIMITS));
}
