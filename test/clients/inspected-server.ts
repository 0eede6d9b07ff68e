import { startProtectedServer, type ProtectedServer } from '../builders/protected-server.ts';
import { prepareEveryTool, type ToolCallExample } from './every-tool.ts';
import { createInspector, type Era, type Inspector } from './inspector.ts';

export const ERAS: readonly Era[] = ['legacy', 'auto', 'modern'];

export interface InspectedServer {
  server: ProtectedServer<ToolCallExample[]>;
  inspector: Inspector;
  close(): Promise<void>;
}

/** A server with what every tool needs, and the Inspector connected to it. */
export async function startInspectedServer(): Promise<InspectedServer> {
  const server = await startProtectedServer({ flags: { search: 'lunr' }, prepare: prepareEveryTool });
  const inspector = await createInspector(server.mcpUrl, server.secret);
  return {
    server,
    inspector,
    async close() {
      await inspector.remove();
      await server.close();
    },
  };
}
