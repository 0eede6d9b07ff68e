import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { send, type Reach } from '../paper-browser.ts';

/** A `fetch` for programs that should reach hosts that no name server knows; notes where they go. */
export function fetchThrough(reach: Reach, visited: Set<string>): FetchLike {
  return async (address, { method = 'GET', headers, body } = {}) => {
    const url = new URL(address);
    visited.add(url.origin);
    const text = body === undefined || body === null ? undefined : await new Response(body).text();
    const sent = Object.fromEntries(new Headers(headers));
    if (body instanceof URLSearchParams) sent['content-type'] = 'application/x-www-form-urlencoded';
    const answer = await send(
      url.href,
      { method, headers: sent, ...(text !== undefined && { body: text }) },
      reach,
    );
    const received = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
    const hasBody = answer.status !== 202 && answer.status !== 204;
    return new Response(hasBody ? answer.text : null, {
      status: answer.status,
      headers: Object.fromEntries(received),
    });
  };
}
