import { approveChangeRequest } from '../../server/operations/change-requests/approve.ts';
import { createToken } from '../../server/operations/tokens/create.ts';
import { revokeToken } from '../../server/operations/tokens/revoke.ts';
import { count, type DocumentFact, type Ledger } from './ledger.ts';
import type { ServerProcess } from '../processes/server-process.ts';

export interface Secrets {
  approver: string;
  editor: string;
}

/** A caller with its own documents, so that what it was told last is what must be there. */
export interface Caller {
  random: () => number;
  documents: DocumentFact[];
}

interface Step {
  server: ServerProcess;
  secrets: Secrets;
  ledger: Ledger;
  caller: Caller;
}

const ACTIONS = [
  [0.34, create],
  [0.68, patch],
  [0.78, queueAndApprove],
  [0.88, trash],
  [1, createAndRevokeToken],
] as const;

/** One random request, entered into the ledger before it is sent and settled when it is answered. */
export async function actOnce(step: Step): Promise<void> {
  const dice = step.caller.random();
  const [, action] = ACTIONS.find(([below]) => dice < below) ?? ACTIONS[0];
  await action(step);
}

let serial = 0;

function newText({ caller }: Step): string {
  serial += 1;
  return `Text ${serial}\n\n${'words '.repeat(Math.floor(caller.random() * 400))}end ${serial}`;
}

async function create(step: Step): Promise<void> {
  const content = newText(step);
  const status = step.caller.random() < 0.5 ? 'published' : 'draft';
  const reply = await acknowledged(step, 'documents.create', () =>
    send(step, 'approver', 'POST', '/documents', {
      space: 'notes',
      title: `Page ${serial}`,
      content,
      status,
    }),
  );
  const document: DocumentFact = { id: textOf(reply, 'id'), content, isTrashed: false };
  step.caller.documents.push(document);
  step.ledger.documents.push(document);
}

async function patch(step: Step): Promise<void> {
  const document = pick(step);
  if (!document) return create(step);
  const content = newText(step);
  document.unknown = { content };
  await acknowledged(step, 'documents.update', () =>
    send(step, 'approver', 'PATCH', `/documents/${document.id}`, { content }),
  );
  settle(document, { content });
}

async function trash(step: Step): Promise<void> {
  const document = pick(step);
  if (!document) return create(step);
  document.unknown = { isTrashed: true };
  await acknowledged(step, 'documents.trash', () =>
    send(step, 'approver', 'DELETE', `/documents/${document.id}`),
  );
  settle(document, { isTrashed: true });
}

/** An editor's change of a published page waits in the queue, and the owner approves it at the desk. */
async function queueAndApprove(step: Step): Promise<void> {
  await create(step);
  const document = step.caller.documents.at(-1);
  if (!document) return;
  const proposed = newText(step);
  document.unknown = { content: proposed };
  const reply = await acknowledged(step, 'documents.update', () =>
    send(step, 'editor', 'PATCH', `/documents/${document.id}`, { content: proposed, status: 'published' }),
  );
  // A draft takes the text at once and queues only its publishing; a published page queues the text.
  const isWhole = textOf(reply, 'message').startsWith('The document is published');
  settle(document, isWhole ? {} : { content: proposed });
  const request = { id: textOf(reply, 'change_request_id'), document, proposed, state: 'pending' as const };
  const fact: Ledger['requests'][number] = request;
  step.ledger.requests.push(fact);
  fact.unknown = { state: 'approved' };
  document.unknown = { content: proposed };
  await acknowledged(step, 'change_requests.approve', () =>
    step.server.desk.run(approveChangeRequest, { id: fact.id }),
  );
  fact.state = 'approved';
  fact.unknown = undefined;
  settle(document, { content: proposed });
}

async function createAndRevokeToken(step: Step): Promise<void> {
  const { token, secret } = await acknowledged(step, 'tokens.create', () =>
    step.server.desk.run(createToken, { name: 'crash', username: 'editor' }),
  );
  const fact: Ledger['tokens'][number] = { id: token.id, secret, isRevoked: false };
  step.ledger.tokens.push(fact);
  if (step.caller.random() < 0.3) return;
  fact.unknown = { isRevoked: true };
  await acknowledged(step, 'tokens.revoke', () => step.server.desk.run(revokeToken, { id: token.id }));
  fact.isRevoked = true;
  fact.unknown = undefined;
}

async function acknowledged<T>({ ledger }: Step, operation: string, request: () => Promise<T>): Promise<T> {
  try {
    const reply = await request();
    count(ledger.acknowledged, operation);
    return reply;
  } catch (error) {
    count(ledger.unknown, operation);
    throw error;
  }
}

function settle(document: DocumentFact, change: Partial<DocumentFact>): void {
  Object.assign(document, change);
  document.unknown = undefined;
}

/** A document that is not in the Trash and whose state is certain. */
function pick({ caller }: Step): DocumentFact | undefined {
  const candidates = caller.documents.filter((document) => !document.isTrashed && !document.unknown);
  return candidates[Math.floor(caller.random() * candidates.length)];
}

async function send(
  { server, secrets }: Step,
  who: keyof Secrets,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${secrets[who]}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const reply: unknown = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(reply)}`);
  return reply;
}

function textOf(reply: unknown, key: string): string {
  const value: unknown = typeof reply === 'object' && reply !== null ? Reflect.get(reply, key) : undefined;
  if (typeof value !== 'string') throw new Error(`The reply has no ${key}: ${JSON.stringify(reply)}`);
  return value;
}
