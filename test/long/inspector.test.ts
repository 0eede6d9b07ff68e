import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProtectedServer, type ProtectedServer } from '../builders/protected-server.ts';
import { prepareEveryTool, type ToolCallExample } from '../clients/every-tool.ts';
import { createInspector, type Era, type Inspector } from '../clients/inspector.ts';

const ERAS: Era[] = ['legacy', 'auto', 'modern'];

let server: ProtectedServer<ToolCallExample[]>;
let inspector: Inspector;

beforeAll(async () => {
  server = await startProtectedServer({ flags: { search: 'lunr' }, prepare: prepareEveryTool });
  inspector = await createInspector(server.mcpUrl, server.secret);
});

afterAll(async () => {
  await inspector.remove();
  await server.close();
});

/** In `npm test` the eras take turns. */
test.each(ERAS)('the Inspector calls every tool in the era %s', async (era) => {
  for (const { tool, input, answer } of server.prepared) {
    const { exitCode, output, remarks } = await inspector.callTool(era, tool, input);
    expect({ tool, exitCode, remarks }).toEqual({ tool, exitCode: 0, remarks: '' });
    expect(output.result?.['structuredContent']).toMatchObject(answer);
  }
});
