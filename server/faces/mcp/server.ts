import { Server } from '@modelcontextprotocol/server';
import type { Services } from '../../operations/define.ts';
import type { Caller } from './caller.ts';
import { canStepUp } from './challenge.ts';
import { callTool, refusalOf } from './dispatch.ts';
import { instructionsFor } from './instructions.ts';
import type { Tool } from './tool.ts';

/** Of the connector's tools, as the specification counts (specification, Versioning 2). */
export const CONNECTOR_VERSION = '1.1';

/** Lists depend on the caller's role, so nobody else may be answered from a cache (security T22). */
const CACHE_HINT = { ttlMs: 60_000, cacheScope: 'private' as const };

/**
 * A protocol server for one request of one caller: nothing is shared between two, so answers cannot cross
 * (security M2). It is the SDK's low-level server because the tools' definitions are made once, at start,
 * and because refusals and bad arguments are ours to answer.
 */
export function createServer(services: Services, catalog: ReadonlyMap<string, Tool>, caller: Caller): Server {
  const server = new Server(serverInfo(services.version), {
    capabilities: { tools: { listChanged: false } },
    instructions: instructionsFor(caller),
    cacheHints: { 'tools/list': CACHE_HINT, 'server/discover': CACHE_HINT },
  });
  server.setRequestHandler('tools/list', () => ({ tools: definitionsFor(catalog, caller) }));
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) =>
    callTool(services, catalog, caller, {
      name: params.name,
      arguments: params.arguments ?? {},
      signal: mcpReq.signal,
    }),
  );
  return server;
}

/** Clients drop fields that they do not know, so the connector's version also stands in the description. */
function serverInfo(version: string) {
  return {
    name: 'commonplace',
    title: 'Commonplace',
    version,
    description: `Knowledge base. Connector version ${CONNECTOR_VERSION}.`,
    connector_version: CONNECTOR_VERSION,
  };
}

function definitionsFor(catalog: ReadonlyMap<string, Tool>, caller: Caller) {
  return [...catalog.values()].filter((tool) => isShown(tool, caller)).map((tool) => tool.definition);
}

/** What an app could still be allowed is shown: calling it makes the host ask its person. */
function isShown(tool: Tool, caller: Caller): boolean {
  const refusal = refusalOf(tool, caller);
  return !refusal || canStepUp(caller, refusal);
}
