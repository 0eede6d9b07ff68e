import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { tools } from '../../server/faces/mcp/tools/catalog.ts';
import { badRequest, isErrorCode } from '../../server/errors.ts';
import type { ReadableTable } from '../../server/ports.ts';
import { png } from '../images/pictures.ts';
import { documentIn, toCallResult, type CallResult } from './clients.ts';
import { startEngineering, type Connector } from './connector.ts';
import { hostileArguments, type InputSchema } from './hostile-arguments.ts';
import { addHostileWorkspace } from './hostile-workspace.ts';
import { bearer, legacy, modern, post } from './raw.ts';

const CALLS_EACH = 200;
const SEED = 20261121;

/** What an argument of this name may be, whichever tool has it; the ids come with the workspace. */
const FITTING = Object.assign(
  { space: 'engineering', title: 'Valve', query: 'valve', tag: 'a', tags: ['a'], parent: null },
  { markdown: 'New words.', find: 'Turn it.', section: 'Steps', template: 'SOP', publish: true },
  { limit: 3, offset: 0, max_chars: 50, expected_version: 1, dry_run: true, allow_shrink: true },
  { data: png().toString('base64'), filename: 'valve.png', alt: 'A valve', insert: 'append' },
  { due_days: 3, pass_percent: 50, usernames: ['ada'], everyone: true, block: 'tabs', name: 'SOP' },
);

let connector: Connector;
let token: string;
const good: Record<string, unknown> = {};

beforeAll(async () => {
  const limits = { requestsPerMinute: 1_000_000 };
  ({ connector } = await startEngineering({ settings: { training: true }, limits }));
  ({ token } = await connector.person('root', 'admin'));
  connector.services.fetcher = {
    fetch: () => Promise.reject(badRequest('Nothing answers.', { hint: 'Try another.' })),
  };
  await addHostileWorkspace(connector);
  const markdown = '# Valve\n\nTurn it.\n\n## Steps\n\nOnce.\n';
  const page = { title: 'Valve', space: 'engineering', markdown, publish: true };
  const created = await call('create_doc', page);
  const { id } = documentIn(created);
  const made = await call('create_training_deck', { doc_id: id });
  const deckId: unknown = Object(made.structured['deck']).id;
  Object.assign(good, FITTING, { id, doc_id: id, deck_id: deckId });
});

afterAll(() => connector.close());

/** In turn through both eras. Undefined: the message was refused as no JSON that this endpoint takes (security J1, J4). */
async function send(name: string, input: object, turn: number): Promise<CallResult | undefined> {
  const params = { name, arguments: input };
  const { body, headers } =
    turn % 2 === 0 ? { body: legacy('tools/call', params), headers: {} } : modern('tools/call', params);
  const reply = await post(connector.url, body, { ...bearer(token), ...headers });
  if (reply.status === 200) return toCallResult(reply.json.result);
  expect(JSON.stringify(input)).toMatch(/\\ud800|\\u0000|"(?:constructor|__proto__)":/);
  expect(reply.json.error).toMatchObject({
    code: -32700,
    data: { error: 'bad_request', hint: expect.any(String) },
  });
  return undefined;
}

async function call(name: string, input: object): Promise<CallResult> {
  const reply = await send(name, input, 0);
  if (!reply) throw new Error('The call was refused as a message.');
  return reply;
}

/** Every record that there is. They are immutable: a change puts another in the place of one. */
function everything(): unknown[] {
  const tables: Record<string, ReadableTable<{ id: string }>> = { ...connector.store.tables };
  return Object.values(tables).flatMap((table) => [...table.all()]);
}

const errorSchema = z.looseObject({ error: z.string(), message: z.string().min(1), hint: z.string().min(1) });

/** Paths, stack traces, and the words of libraries and of the language. */
const INTERNAL =
  /\/work\/|node_modules|node:internal|\.ts\b|\bat \w+ \(|\bzod\b|invalid_type|Invalid input|expected \w+, received|TypeError|is not a function|native code|undefined|\[object|NaN/i;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}]/u;

function checkRefusal({ structured, texts }: CallResult): void {
  const { error, message, hint } = errorSchema.parse(structured);
  expect(isErrorCode(error) && error !== 'internal', `the code ${error}`).toBe(true);
  expect(texts).toHaveLength(1);
  const said = `${message} ${hint}`;
  expect(said).not.toMatch(INTERNAL);
  expect(said).not.toMatch(INVISIBLE);
  expect(said.length).toBeLessThan(1500);
}

describe('200 calls with everything that callers get wrong', () => {
  test.each(tools.map(({ name, definition }) => ({ name, schema: definition.inputSchema as InputSchema })))(
    '$name answers each so that a model can go on, and writes nothing that it refuses',
    async ({ name, schema }) => {
      const samples = fc.sample(hostileArguments(schema, good), { seed: SEED, numRuns: CALLS_EACH });
      let refused = 0;
      for (const [turn, input] of samples.entries()) {
        const before = everything();
        const reply = await send(name, input, turn);
        if (reply?.isError === false) continue;
        refused += 1;
        if (reply) checkRefusal(reply);
        const after = everything();
        expect(after.length === before.length && after.every((record, at) => record === before[at])).toBe(
          true,
        );
      }
      expect(connector.log).toEqual([]);
      expect(refused).toBeGreaterThan(CALLS_EACH * 0.1);
      expect(refused).toBeLessThan(CALLS_EACH * 0.97);
    },
  );
});
