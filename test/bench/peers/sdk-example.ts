import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { tools } from '../../../server/faces/mcp/tools/catalog.ts';

/**
 * A server as the SDK's guide builds it: a factory that registers each tool with its zod schemas, behind Node's own
 * HTTP server. It has the connector's tools by name, description and schemas; each answers what came in on standard
 * input, and nobody is asked who they are.
 */
const answerSchema = z.record(z.string(), z.unknown());
const answer = answerSchema.parse(JSON.parse(await text(process.stdin)));

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'sdk-example', version: '1.0.0' });
  for (const { name, definition, operation } of tools) {
    server.registerTool(
      name,
      {
        title: definition.title ?? name,
        description: definition.description ?? name,
        inputSchema: operation.input,
        outputSchema: operation.output,
      },
      () => ({ content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer }),
    );
  }
  return server;
});

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as const);
  return new Request(`http://127.0.0.1${incoming.url}`, {
    method: incoming.method ?? 'POST',
    headers: Object.fromEntries(headers),
    body: await text(incoming),
  });
}

async function answerWith(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const response = await handler.fetch(await requestOf(incoming));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(await response.text());
}

const server = createServer((incoming, outgoing) => void answerWith(incoming, outgoing));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp\n`);
});
