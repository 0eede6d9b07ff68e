import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERAS, startInspectedServer, type InspectedServer } from '../clients/inspected-server.ts';

let inspected: InspectedServer;

beforeAll(async () => {
  inspected = await startInspectedServer();
});
afterAll(() => inspected.close());

/** In `npm test` the eras take turns. */
test.each(ERAS)('the Inspector calls every tool in the era %s', async (era) => {
  for (const { tool, input, answer } of inspected.server.prepared) {
    const { exitCode, output, remarks } = await inspected.inspector.callTool(era, tool, input);
    expect({ tool, exitCode, remarks }).toEqual({ tool, exitCode: 0, remarks: '' });
    expect(output.result?.['structuredContent']).toMatchObject(answer);
  }
});
