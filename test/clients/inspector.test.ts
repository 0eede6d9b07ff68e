import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERAS, startInspectedServer, type InspectedServer } from './inspected-server.ts';

let inspected: InspectedServer;

beforeAll(async () => {
  inspected = await startInspectedServer();
});
afterAll(() => inspected.close());

describe.each(ERAS)('the Inspector’s command line, era %s', (era) => {
  test('finds no fault with any tool under --strict', async () => {
    const { exitCode, output, remarks } = await inspected.inspector.listTools(era);
    expect({ exitCode, remarks }).toEqual({ exitCode: 0, remarks: '' });
    const listed = output.result?.['tools'] as { name: string }[];
    expect(listed.map(({ name }) => name).toSorted()).toEqual(
      inspected.server.prepared.map(({ tool }) => tool).toSorted(),
    );
  });

  test('tells a refused call by its exit code, and shows the sentence for the model', async () => {
    const { exitCode, output } = await inspected.inspector.callTool(era, 'read_doc', {
      id: 'doc_00000000000',
    });
    expect(exitCode).toBe(5);
    expect(output.result).toMatchObject({ isError: true, structuredContent: { error: 'not_found' } });
  });
});

test('the Inspector calls every tool, the eras taking turns', async () => {
  for (const [turn, { tool, input, answer }] of inspected.server.prepared.entries()) {
    const era = ERAS[turn % ERAS.length] ?? 'auto';
    const { exitCode, output, remarks } = await inspected.inspector.callTool(era, tool, input);
    expect({ tool, exitCode, remarks }).toEqual({ tool, exitCode: 0, remarks: '' });
    expect(output.result?.['structuredContent']).toMatchObject(answer);
  }
}, 300_000);
