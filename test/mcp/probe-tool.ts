import { z } from 'zod';
import { defineTool, type Tool } from '../../server/faces/mcp/tool.ts';
import { defineOperation } from '../../server/operations/define.ts';

/** A tool that does what the test says, so that its timing and its failures are in the test's hands. */
export function probeTool(run: (signal: AbortSignal | undefined) => Promise<void>): Tool {
  const probe = defineOperation({
    name: 'test.probe',
    summary: 'Probe',
    scope: 'read',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({ done: z.boolean() }),
    async run({ signal }) {
      await run(signal);
      return { done: true };
    },
  });
  return defineTool({
    name: 'probe',
    title: 'Probe',
    description: 'Does what the test says.',
    role: 'viewer',
    operation: probe,
    input: probe.input,
    output: probe.output,
    run: async (call, input) => ({ data: await call.perform(probe, input), texts: ['Done.'] }),
  });
}
