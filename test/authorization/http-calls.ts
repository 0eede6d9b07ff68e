import { CALLS, type Call, type Target } from './calls.ts';
import type { Outcome } from './grid.ts';
import { IMAGE_CALLS } from './image-calls.ts';

/** One call of the table as it is made over HTTP. */
export interface HttpRequest {
  method: string;
  path: string;
  body?: object;
}

interface Input {
  id?: string;
  doc_id?: string;
  deck_id?: string;
  version?: number;
  from?: number;
  to?: number;
}

function inputOf(name: string, target: Target): Input & Record<string, unknown> {
  return { ...callNamed(name).input(target) };
}

export function callNamed(name: string): Call {
  const call = CALLS[name] ?? IMAGE_CALLS[name];
  if (!call) throw new Error(`Nobody knows how to call ${name}.`);
  return call;
}

const at =
  (method: string, path: (input: Input) => string, hasBody = false) =>
  (name: string, target: Target): HttpRequest => {
    const { id, ...body } = inputOf(name, target);
    return { method, path: `/api/v1${path({ ...body, ...(id && { id }) })}`, ...(hasBody && { body }) };
  };

const document = ({ id }: Input) => `/documents/${id}`;

/** Where REST offers each call (specification, "Endpoints"; decisions, "Trash", "Versions", "Change request"). */
export const REST_CALLS: Readonly<Record<string, (name: string, target: Target) => HttpRequest>> = {
  'account.read': at('GET', () => '/me'),
  'spaces.list': at('GET', () => '/spaces'),
  'documents.list': at('GET', () => '/documents?limit=100'),
  'documents.read': at('GET', document),
  'documents.create a draft': at('POST', () => '/documents', true),
  'documents.create published': at('POST', () => '/documents', true),
  'documents.update the title': at('PATCH', document, true),
  'documents.update to published': at('PATCH', document, true),
  'documents.update to draft': at('PATCH', document, true),
  'documents.trash': at('DELETE', document),
  'search.query': at('GET', () => '/search?q=text&limit=100'),
  'trash.list': at('GET', () => '/trash?limit=100'),
  'trash.restore': at('POST', (input) => `${document(input)}/restore`),
  'trash.purge': at('DELETE', ({ id }) => `/trash/${id}`),
  'versions.list': at('GET', (input) => `${document(input)}/versions`),
  'versions.read': at('GET', (input) => `${document(input)}/versions/${input.version}`),
  'versions.compare': at('GET', (input) => `${document(input)}/versions/${input.to}/diff?from=${input.from}`),
  'versions.restore': at('POST', (input) => `${document(input)}/versions/${input.version}/restore`),
  'change_requests.list of somebody else': at('GET', () => '/change-requests?limit=100'),
  'change_requests.list of one’s own': at('GET', () => '/change-requests?limit=100'),
  'change_requests.read of somebody else': at('GET', ({ id }) => `/change-requests/${id}`),
  'change_requests.read of one’s own': at('GET', ({ id }) => `/change-requests/${id}`),
  'change_requests.withdraw of somebody else': at('POST', ({ id }) => `/change-requests/${id}/withdraw`),
  'change_requests.withdraw of one’s own': at('POST', ({ id }) => `/change-requests/${id}/withdraw`),
  'templates.list': at('GET', () => '/templates'),
  'templates.read': at('GET', () => '/templates/SOP'),
  'training.create_deck': at('POST', () => '/training/decks', true),
  'training.assign': (name, target) => {
    const { deck_id, ...body } = inputOf(name, target);
    return { method: 'POST', path: `/api/v1/training/decks/${deck_id}/assignments`, body };
  },
  'training.list_decks': at('GET', () => '/training/decks?limit=100'),
  'training.read_deck': at('GET', ({ deck_id }) => `/training/decks/${deck_id}`),
  'training.list_assignments': at('GET', () => '/training/assignments?limit=100'),
  'attachments.list': at('GET', ({ doc_id }) => `/documents/${doc_id}/attachments`),
  'attachments.read': at('GET', ({ id }) => `/attachments/${id}`),
  'attachments.delete': at('DELETE', ({ id }) => `/attachments/${id}`),
  'upload_links.create': (name, target) => {
    const { doc_id, ...body } = inputOf(name, target);
    return { method: 'POST', path: `/api/v1/documents/${doc_id}/upload-links`, body };
  },
  'upload_links.list of one’s own': at('GET', () => '/upload-links?state=all&limit=100'),
  'upload_links.list of somebody else': at('GET', () => '/upload-links?state=all&limit=100'),
  'upload_links.revoke of one’s own': at('DELETE', ({ id }) => `/upload-links/${id}`),
  'upload_links.revoke of somebody else': at('DELETE', ({ id }) => `/upload-links/${id}`),
  'notifications.list': at('GET', () => '/notifications'),
  'notifications.mark_read': at('POST', () => '/notifications/read', true),
};

const tool =
  (name: string, rename: (input: Record<string, unknown>) => object = (input) => input) =>
  (call: string, target: Target): HttpRequest => {
    const params = { name, arguments: rename(inputOf(call, target)) };
    return {
      method: 'POST',
      path: '/api/mcp',
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    };
  };
const publishing = ({ status, ...input }: Record<string, unknown>) => ({
  ...input,
  publish: status === 'published',
});

/** Which tool of the connector makes each call (specification, "MCP server"). */
export const MCP_CALLS: Readonly<Record<string, (name: string, target: Target) => HttpRequest>> = {
  'spaces.list': tool('list_spaces'),
  'documents.list': tool('list_docs'),
  'documents.read': tool('read_doc'),
  'documents.create a draft': tool('create_doc'),
  'documents.create published': tool('create_doc', publishing),
  'documents.update the title': tool('update_doc'),
  'documents.update to published': tool('update_doc', publishing),
  'documents.update moving it out': tool('update_doc'),
  'documents.update moving one in': tool('update_doc'),
  'documents.writing_guide': tool('writing_guide'),
  'templates.list': tool('list_templates'),
  'templates.read': tool('list_templates', () => ({ name: 'SOP' })),
  'attachments.add_image': tool('add_image'),
  'attachments.add_image and place it': tool('add_image'),
  'upload_links.create': tool('request_upload'),
  'training.create_deck': tool('create_training_deck'),
  'training.assign': tool('assign_training'),
  'training.read_deck': tool('training_status'),
  'search.query': tool('search_docs', ({ q, ...input }) => ({ ...input, query: q })),
};

export interface Answered {
  status: number;
  json: Record<string, unknown>;
}

export type FaceAnswer = Outcome | 'missing_scope' | `unexpected ${string}`;

function refusal({ error, message }: Record<string, unknown>): FaceAnswer {
  if (error === 'forbidden') return '403';
  if (error === 'not_found') return '404';
  if (error === 'conflict') return '409';
  return error === 'missing_scope' ? 'missing_scope' : `unexpected ${String(error)}: ${String(message)}`;
}

/** What a REST answer means: its status must fit its error code. */
export function readRestAnswer(name: string, { status, json }: Answered, target: Target): FaceAnswer {
  if (status >= 400) {
    const answer = refusal(json);
    const due = answer === '404' || answer === '409' ? Number(answer) : 403;
    return status === due ? answer : `unexpected status ${status} for ${answer}`;
  }
  if (status === 202) return json['pending'] === true ? 'queued' : 'unexpected 202 without pending';
  if (status === 201) return json['change_request_id'] === undefined ? 'ok' : 'queued';
  return Array.isArray(json['items']) ? callNamed(name).read(json, target) : 'ok';
}

/** What a tool's result means. */
export function readToolAnswer(name: string, { status, json }: Answered, target: Target): FaceAnswer {
  const result = json['result'];
  if (status !== 200 || !isRecord(result)) return `unexpected status ${status}: ${JSON.stringify(json)}`;
  const data = result['structuredContent'];
  if (!isRecord(data)) return 'unexpected result without structured content';
  if (result['isError'] === true) return refusal(data);
  if (data['change_request_id'] !== undefined) return 'queued';
  return Array.isArray(data['items']) ? callNamed(name).read(data, target) : 'ok';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
