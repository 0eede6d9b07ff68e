import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProtectedServer, type ProtectedServer } from '../builders/protected-server.ts';
import { prepareEveryTool, type ToolCallExample } from './every-tool.ts';
import { installMcpRemote, type McpRemote } from './mcp-remote.ts';

describe('mcp-remote as a stdio bridge, with a personal token', () => {
  let server: ProtectedServer<ToolCallExample[]>;
  let remote: McpRemote;
  let client: Client;

  beforeAll(async () => {
    server = await startProtectedServer({ flags: { search: 'lunr' }, prepare: prepareEveryTool });
    remote = await installMcpRemote();
    client = await remote.connectWithToken(server.mcpUrl, server.secret);
  });

  afterAll(async () => {
    await client.close();
    await remote.remove();
    await server.close();
  });

  test('lists the tools, and says who the server is and what it is for', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual(
      server.prepared.map(({ tool }) => tool).toSorted(),
    );
    expect(client.getServerVersion()).toMatchObject({ name: 'commonplace' });
    expect(client.getInstructions()).toContain('writing_guide');
  });

  test('calls every tool', async () => {
    for (const { tool, input, answer } of server.prepared) {
      const result = await client.callTool({ name: tool, arguments: input });
      expect({ tool, isError: result.isError ?? false }).toEqual({ tool, isError: false });
      expect(result.structuredContent).toMatchObject(answer);
    }
  });

  test('a refused call arrives as a result that a model can act on', async () => {
    const result = await client.callTool({ name: 'read_doc', arguments: { id: 'doc_00000000000' } });
    expect(result).toMatchObject({ isError: true, structuredContent: { error: 'not_found' } });
  });
});
