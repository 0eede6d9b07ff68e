import { setTimeout as wait } from 'node:timers/promises';
import { createToken } from '../../../server/operations/tokens/create.ts';
import { createUser } from '../../../server/operations/users/create.ts';
import { createHttpClient, type HttpClient } from '../http-client.ts';
import { median, milliseconds, type Finding, type Suite } from '../report.ts';
import { seedFolder } from '../seed.ts';
import { startWatchedProcess, type WatchedProcess } from '../watched-process.ts';

const GOAL_MS = 50;
const ROUNDS = 7;
/** Timers of a garbage collector or of the files may come behind an answer. */
const SETTLE_MS = 20;
const MOST_CHARACTERS = 2_000_000;

const filled = (unit: string) => unit.repeat(Math.floor(MOST_CHARACTERS / unit.length));

/** Texts of the largest size that there may be, each hard for something else. */
const TEXTS: Readonly<Record<string, string>> = {
  'a million lines': filled('a\n'),
  'line feeds': filled('\n'),
  'control characters': filled('\u0001'),
  fences: filled('```\n'),
  'paragraphs of one letter': filled('a\n\n'),
  'links to documents': filled('/documents/doc_000000000000 '),
};

const EDITED_LINES = 19_000;
const lines = (mark: string) =>
  Array.from({ length: 2 * EDITED_LINES }, (_, line) => (line % 2 ? `${mark}${line}` : `line ${line}`)).join(
    '\n',
  );

interface Clients {
  owner: HttpClient;
  editor: HttpClient;
}

interface HostileInput {
  name: string;
  send: () => Promise<unknown>;
}

/** "The event loop never blocked for more than 50 ms", whatever comes in. */
export const blocking: Suite = {
  name: 'blocking',
  title: 'Longest block of the event loop by hostile input (search off)',
  async run() {
    const seeded = await seedFolder(100);
    const server = await startWatchedProcess(seeded.folder);
    const clients = await connect(server, seeded.secret);
    try {
      await warmUp(clients);
      const findings: Finding[] = [];
      for (const input of await hostileInputs(clients)) findings.push(await measure(server, input));
      return findings;
    } finally {
      clients.owner.close();
      clients.editor.close();
      await server.stop();
      await seeded.remove();
    }
  },
};

async function connect({ url, desk }: WatchedProcess, secret: string): Promise<Clients> {
  await desk.run(createUser, { username: 'editor', role: 'editor' });
  const editor = await desk.run(createToken, { name: 'benchmark', username: 'editor' });
  return { owner: createHttpClient(url, secret, 8), editor: createHttpClient(url, editor.secret, 8) };
}

async function warmUp(clients: Clients): Promise<void> {
  for (let round = 0; round < 10; round += 1) {
    for (const input of await inputsOfText(clients, 'warm', 'text\n'.repeat(500))) await input.send();
  }
}

async function measure(server: WatchedProcess, { name, send }: HostileInput): Promise<Finding> {
  const blocks: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await wait(SETTLE_MS);
    await server.late();
    await send();
    await wait(SETTLE_MS);
    blocks.push((await server.late()).max);
  }
  const longest = median(blocks);
  return {
    goal: name,
    target: `≤ ${GOAL_MS} ms`,
    measured: milliseconds(longest),
    isMet: longest <= GOAL_MS,
    detail: `median of ${ROUNDS}; shortest ${milliseconds(Math.min(...blocks))}, longest ${milliseconds(Math.max(...blocks))}`,
  };
}

async function hostileInputs(clients: Clients): Promise<HostileInput[]> {
  const inputs: HostileInput[] = [];
  for (const [name, text] of Object.entries(TEXTS)) inputs.push(...(await inputsOfText(clients, name, text)));
  const conflict = await conflictOf(clients, [lines('old'), lines('editor'), lines('owner')]);
  inputs.push({
    name: `Change request with ${EDITED_LINES} edited lines`,
    send: () => clients.owner.send('GET', `/api/v1/change-requests/${conflict.request}`),
  });
  for (const [name, unit] of [
    ['quotes', '\\"'],
    ['white space', ' '],
  ]) {
    const body = `{"jsonrpc":"2.0","id":1,"method":"ping","params":${unit === ' ' ? '{' : '{"a":"'}${String(unit).repeat(10_000_000 / String(unit).length)}${unit === ' ' ? '}' : '"}'}}`;
    inputs.push({
      name: `10 MB of ${name} to the connector`,
      send: () => clients.owner.send('POST', '/api/mcp', body),
    });
  }
  return inputs;
}

/** Everything that a text can be put through. */
async function inputsOfText(clients: Clients, name: string, text: string): Promise<HostileInput[]> {
  const { document, request } = await conflictOf(clients, [text, `B${text.slice(2)}b`, `C${text.slice(2)}c`]);
  const get = (path: string) => () => clients.owner.send('GET', `/api/v1/${path}`);
  const outline = toolCall('read_doc', { id: document, format: 'outline' });
  return [
    { name: `Save: ${name}`, send: () => create(clients.owner, text) },
    { name: `Read: ${name}`, send: get(`documents/${document}`) },
    { name: `Outline: ${name}`, send: () => clients.owner.send('POST', '/api/mcp', outline) },
    { name: `Compare versions: ${name}`, send: get(`documents/${document}/versions/2/diff`) },
    { name: `Change request that conflicts: ${name}`, send: get(`change-requests/${request}`) },
    {
      name: `Eight readers at once: ${name}`,
      send: () => Promise.all(Array.from({ length: 8 }, get(`documents/${document}`))),
    },
  ];
}

/** A document whose owner and whose editor, in the review queue, have changed the same text. */
async function conflictOf(
  { owner, editor }: Clients,
  [base, proposed, live]: [string, string, string],
): Promise<{ document: string; request: string }> {
  const document = await create(owner, base);
  const request = await update(editor, document, proposed);
  await update(owner, document, live);
  return { document, request };
}

async function create(client: HttpClient, markdown: string): Promise<string> {
  const title = 'Hostile';
  const answer = await call(client, 'create_doc', { space: 'notes', title, markdown, publish: true });
  return String(answer.document?.id);
}

/** Changes a text; the id of the change request where it waits for review. */
async function update(client: HttpClient, id: string, markdown: string): Promise<string> {
  return String((await call(client, 'update_doc', { id, markdown })).change_request_id);
}

interface ToolAnswer {
  document?: { id: string };
  change_request_id?: string;
}

async function call(client: HttpClient, name: string, input: object): Promise<ToolAnswer> {
  const { body } = await client.send('POST', '/api/mcp', toolCall(name, input));
  const { result } = JSON.parse(body) as { result?: { isError?: boolean; structuredContent?: ToolAnswer } };
  if (!result?.structuredContent || result.isError)
    throw new Error(`${name} was refused: ${body.slice(0, 300)}`);
  return result.structuredContent;
}

/** Through the connector, whose bodies may be longer than REST's. */
function toolCall(name: string, input: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } });
}
