import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProtectedServer, type ProtectedServer } from '../builders/protected-server.ts';
import { prepareEveryTool, type ToolCallExample } from './every-tool.ts';
import { createInspector, type Era, type Inspector } from './inspector.ts';

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

describe.each(ERAS)('the Inspector’s command line, era %s', (era) => {
  test('finds no fault with any tool under --strict', async () => {
    const { exitCode, output, remarks } = await inspector.listTools(era);
    expect({ exitCode, remarks }).toEqual({ exitCode: 0, remarks: '' });
    const listed = output.result?.['tools'] as { name: string }[];
    expect(listed.map(({ name }) => name).toSorted()).toEqual(
      server.prepared.map(({ tool }) => tool).toSorted(),
    );
  });

  test('tells a refused call by its exit code, and shows the sentence for the model', async () => {
    const { exitCode, output } = await inspector.callTool(era, 'read_doc', { id: 'doc_00000000000' });
    expect(exitCode).toBe(5);
    expect(output.result).toMatchObject({ isError: true, structuredContent: { error: 'not_found' } });
  });
});

test('the Inspector calls every tool, the eras taking turns', async () => {
  for (const [turn, { tool, input, answer }] of server.prepared.entries()) {
    const era = ERAS[turn % ERAS.length] ?? 'auto';
    const { exitCode, output, remarks } = await inspector.callTool(era, tool, input);
    expect({ tool, exitCode, remarks }).toEqual({ tool, exitCode: 0, remarks: '' });
    expect(output.result?.['structuredContent']).toMatchObject(answer);
  }
}, 90_000);
