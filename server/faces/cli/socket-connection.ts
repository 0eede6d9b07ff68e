import { Agent, request } from 'node:http';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { Connection } from './connection.ts';
import { receivedError } from './error-answer.ts';

const answerSchema = z.union([
  z.object({ ok: z.literal(true), output: z.unknown() }),
  z.object({
    ok: z.literal(false),
    error: z.object({
      code: z.string(),
      message: z.string(),
      hint: z.string().optional(),
      details: z.record(z.string(), z.unknown()).optional(),
      status: z.int(),
    }),
  }),
]);

/** Runs operations through the local socket of the server that has the data folder open. */
export function connectToSocket(socketPath: string): Connection {
  // One for long work, one to ask meanwhile how far it is.
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  return {
    async run(operation, input, user) {
      const body = JSON.stringify({ input, ...(user === undefined ? {} : { user }) });
      const answer = answerSchema.parse(
        JSON.parse(await post(agent, socketPath, `/operations/${operation.name}`, body)),
      );
      if (!answer.ok) throw receivedError(answer.error);
      return operation.output.parse(answer.output);
    },
    damage: [],
    close() {
      agent.destroy();
      return Promise.resolve();
    },
  };
}

function post(agent: Agent, socketPath: string, path: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const outgoing = request({ agent, socketPath, path, method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', (error) => outgoing.destroy(error));
      response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    });
    outgoing.on('error', (error) => {
      reject(
        new AppError('unavailable', 'The server that has the workspace open went away during the command.', {
          hint: 'Look whether the command took effect, then run it again.',
          cause: error,
        }),
      );
    });
    outgoing.end(body);
  });
}
