import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the provider was asked. */
export interface ProviderRequest {
  path: string;
  authorization: string | undefined;
  model: string;
  inputs: string[];
}

/** How the next requests are answered; null answers them well. */
export type Misbehaviour =
  | { kind: 'status'; status: number; headers?: Record<string, string> }
  | { kind: 'silence' }
  | { kind: 'hang-up' }
  | { kind: 'body'; body: string }
  /** Refuses requests with an input that holds the word. */
  | { kind: 'refuse-word'; word: string };

/**
 * An embeddings provider on a real port that speaks both protocols. Its vectors count words, hashed into
 * dimensions; words of one meaning count as one.
 */
export interface EmbeddingsProviderFake {
  url: string;
  requests: ProviderRequest[];
  /** All texts that were sent to it. */
  readonly inputs: string[];
  behave(misbehaviour: Misbehaviour | null): void;
  dimensions: number;
  /** Resolves when as many requests as that have come in altogether. */
  requested(count: number): Promise<void>;
  /** Stops listening and ends what is open, like a provider that dies; `listen` brings it back at the same place. */
  die(): Promise<void>;
  listen(): Promise<void>;
}

const MEANINGS: Record<string, string> = {
  car: 'automobile',
  vehicle: 'automobile',
  doctor: 'physician',
  illness: 'disease',
  sickness: 'disease',
  vacation: 'holiday',
  leave: 'holiday',
};

export async function startEmbeddingsProvider(): Promise<EmbeddingsProviderFake> {
  const requests: ProviderRequest[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  let misbehaviour: Misbehaviour | null = null;
  let port = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { model, input } = JSON.parse(await bodyOf(request)) as { model: string; input: string[] };
    requests.push({
      path: request.url ?? '',
      authorization: request.headers.authorization,
      model,
      inputs: input,
    });
    for (const waiter of waiting) if (requests.length >= waiter.count) waiter.resolve();
    if (misbehaviour && misbehave(misbehaviour, input, response)) return;
    const vectors = input.map((text) => vectorOf(text, fake.dimensions));
    const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }));
    const isOllama = request.url?.endsWith('/api/embed') ?? false;
    send(
      response,
      200,
      isOllama ? { model, embeddings: vectors } : { object: 'list', model, data: data.toReversed() },
    );
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const fake: EmbeddingsProviderFake = {
    url: '',
    requests,
    get inputs() {
      return requests.flatMap(({ inputs }) => inputs);
    },
    behave(next) {
      misbehaviour = next;
    },
    dimensions: 509,
    requested(count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (requests.length >= count) resolve();
      else waiting.push({ count, resolve });
      return promise;
    },
    async die() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
    async listen() {
      await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
      ({ port } = server.address() as AddressInfo);
      fake.url = `http://127.0.0.1:${port}`;
    },
  };
  await fake.listen();
  return fake;
}

/** Whether it has dealt with the request. */
function misbehave(misbehaviour: Misbehaviour, inputs: readonly string[], response: ServerResponse): boolean {
  switch (misbehaviour.kind) {
    case 'status':
      for (const [name, value] of Object.entries(misbehaviour.headers ?? {})) response.setHeader(name, value);
      send(response, misbehaviour.status, { error: { message: 'Incorrect API key provided: sk-secret' } });
      return true;
    case 'silence':
      return true;
    case 'hang-up':
      response.destroy();
      return true;
    case 'body':
      response.end(misbehaviour.body);
      return true;
    case 'refuse-word':
      break;
  }
  const isRefused = inputs.some((input) => input.includes(misbehaviour.word));
  if (isRefused) send(response, 400, { error: { message: 'cannot embed this' } });
  return isRefused;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function vectorOf(text: string, dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  vector[0] = 0.001;
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const place = hash(MEANINGS[word] ?? word) % dimensions;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  return vector;
}

function hash(word: string): number {
  let value = 2_166_136_261;
  for (const character of word) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return value >>> 0;
}
