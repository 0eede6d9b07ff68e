import { expect } from 'vitest';
import { startRest, type Answer, type RestServer } from './rest-server.ts';

export interface Roles {
  server: RestServer;
  /** Calls an endpoint below `/api/v1` with the token of the user of that name. */
  as(
    username: string,
    method: string,
    path: string,
    send?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>;
  /** Creates a draft, by the approver unless another is named; its id. */
  draft(fields?: object, username?: string): Promise<string>;
  /** Creates a published document by the approver; its id. */
  published(fields?: object): Promise<string>;
}

/** A listener with one viewer, editor, approver and admin, each with a token. */
export async function startRoles(): Promise<Roles> {
  const server = await startRest();
  const tokens: Record<string, string> = {};
  for (const role of ['viewer', 'editor', 'approver', 'admin']) tokens[role] = await server.token(role);

  const as: Roles['as'] = (username, method, path, send = {}) =>
    server.call(method, `/api/v1${path}`, { token: tokens[username], ...send });

  async function draft(fields: object = {}, username = 'approver'): Promise<string> {
    const body = { space: 'handbook', title: 'A page', content: 'One\n', ...fields };
    const answer = await as(username, 'POST', '/documents', { body });
    if (answer.status !== 201) throw new Error(`The document was not created: ${answer.text}`);
    return String(answer.json['id']);
  }

  return { server, as, draft, published: (fields) => draft({ status: 'published', ...fields }) };
}

/** What a refused request is answered with: always JSON, with a code and a sentence (decisions, "Error body"). */
export function refusal(status: number, code: string) {
  const message: unknown = expect.stringMatching(/\w/);
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    json: { error: code, status, message },
  };
}
