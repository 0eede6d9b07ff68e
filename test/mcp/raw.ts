/** One raw POST, to say what no client library would. */
export interface RawReply {
  status: number;
  headers: Headers;
  text: string;
  /** The JSON-RPC answer; empty when there is none. */
  json: {
    result?: Record<string, unknown>;
    error?: { code: number; message: string; data?: Record<string, unknown> };
  };
}

export type RawHeaders = Record<string, string>;

export async function post(url: URL | string, body: unknown, headers: RawHeaders = {}): Promise<RawReply> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: text === '' ? {} : JSON.parse(text),
  };
}

export const bearer = (token: string): RawHeaders => ({ Authorization: `Bearer ${token}` });

let lastId = 0;

/** A request of the 2025 revisions. */
export function legacy(method: string, params?: Record<string, unknown>) {
  lastId += 1;
  return { jsonrpc: '2.0', id: lastId, method, ...(params && { params }) };
}

const MODERN_META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A request of 2026-07-28: body and the headers that must agree with it. */
export function modern(method: string, params: Record<string, unknown> = {}) {
  const body = legacy(method, { ...params, _meta: MODERN_META });
  const name = params['name'];
  const headers: RawHeaders = {
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': method,
    ...(typeof name === 'string' && { 'Mcp-Name': name }),
  };
  return { body, headers };
}
