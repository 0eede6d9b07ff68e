import autocannon from 'autocannon';
import type { AuthenticatedActor } from '../../../server/faces/http/bearer.ts';
import { loadCaller } from '../../../server/faces/mcp/caller.ts';
import { createProtocol } from '../../../server/faces/mcp/protocol.ts';
import { createServer } from '../../../server/faces/mcp/server.ts';
import { tools } from '../../../server/faces/mcp/tools/catalog.ts';
import { startConnector, type Connector } from '../../mcp/connector.ts';
import { legacy, modern } from '../../mcp/raw.ts';
import { startPeer } from '../peers/start-peer.ts';
import { median, milliseconds, percentile, ratio, type Finding, type Suite } from '../report.ts';
import { seedFolder } from '../seed.ts';
import { startWatchedProcess } from '../watched-process.ts';

const ROUNDS = 7;
const SECONDS = 2;
const CONNECTIONS = 8;
const LISTS = 1_000;

/** A call as each era sends it. */
const CALLS = [
  { era: '2026-07-28', ...modern('tools/call', { name: 'list_spaces', arguments: {} }) },
  {
    era: '2025-11-25',
    body: legacy('tools/call', { name: 'list_spaces', arguments: {} }),
    headers: { 'MCP-Protocol-Version': '2025-11-25' },
  },
];

/** What the connector costs: listing its tools, and a call that does next to nothing. */
export const mcp: Suite = {
  name: 'mcp',
  title: 'The connector against the SDK’s example server with as many tools',
  async run() {
    return [await listTools(), ...(await callTools())];
  },
};

async function listTools(): Promise<Finding> {
  const connector = await startConnector({ settings: { training: true } });
  try {
    const list = await listerOf(connector);
    for (let turn = 0; turn < LISTS; turn += 1) await list();
    const times: number[] = [];
    for (let turn = 0; turn < LISTS; turn += 1) {
      const began = performance.now();
      await list();
      times.push(performance.now() - began);
    }
    return {
      goal: 'tools/list in process, p50',
      target: '< 1 ms',
      measured: milliseconds(median(times)),
      isMet: median(times) < 1,
      detail: `${tools.length} tools for an admin, ${LISTS} lists after as many to warm up; p99 ${milliseconds(percentile(times, 0.99))}`,
    };
  } finally {
    await connector.close();
  }
}

/** Lists every tool as an admin who manages trainings, from the parsed message to the text of the answer. */
async function listerOf(connector: Connector): Promise<() => Promise<void>> {
  const { services } = connector;
  const { user } = await connector.person('ada', 'admin');
  await connector.change((tx) => tx.users.put({ ...user, training_manager: true }));
  const catalog = new Map(tools.map((tool) => [tool.name, tool]));
  const respond = createProtocol(services, (caller) => createServer(services, catalog, caller));
  const { body } = modern('tools/list');
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/list',
  };
  const authenticated: AuthenticatedActor = {
    user_id: user.id,
    credential: { kind: 'desk' },
    scopes: ['read', 'write'],
    request_id: 'req_bench',
    ip: null,
    base_url: 'http://127.0.0.1',
  };
  return async () => {
    const response = await respond({
      caller: loadCaller(services, authenticated),
      message: body,
      headers,
      signal: new AbortController().signal,
    });
    const text = await response.text();
    if (!tools.every(({ name }) => text.includes(name))) throw new Error(`A tool is missing: ${text}`);
  };
}

async function callTools(): Promise<Finding[]> {
  const seeded = await seedFolder(100);
  const server = await startWatchedProcess(seeded.folder);
  const url = `${server.url}/api/mcp`;
  const answer = await answerOf(url, seeded.secret);
  const peer = await startPeer('sdk-example', JSON.stringify(answer));
  try {
    const findings: Finding[] = [];
    for (const call of CALLS) {
      const rounds: Round[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const ours = await callsPerSecond(url, call, seeded.secret);
        rounds.push({ ours, peer: await callsPerSecond(peer.url, call) });
      }
      // The first round lets both compile.
      findings.push(finding(call.era, rounds.slice(1)));
    }
    return findings;
  } finally {
    await peer.stop();
    await server.stop();
    await seeded.remove();
  }
}

/** Calls a second, measured one after the other. */
interface Round {
  ours: number;
  peer: number;
}

/** The median of the rounds' ratios: what else the machine does in a round slows both. */
function finding(era: string, rounds: readonly Round[]): Finding {
  const factor = median(rounds.map(({ ours, peer }) => ours / peer));
  const rate = (of: keyof Round) => Math.round(median(rounds.map((round) => round[of])));
  return {
    goal: `tools/call over HTTP, ${era}`,
    target: '≥ 0.90×',
    measured: ratio(factor),
    isMet: factor >= 0.9,
    detail: `list_spaces, ${rate('ours')} and ${rate('peer')} a second, ${CONNECTIONS} connections, median of ${ROUNDS} interleaved rounds; ours with token, rate limit and audit log, the peer with none`,
  };
}

/** What the peer is to answer: the same. */
async function answerOf(url: string, secret: string): Promise<unknown> {
  const { body, headers } = modern('tools/call', { name: 'list_spaces', arguments: {} });
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify(body),
  });
  const { result } = (await response.json()) as { result: { structuredContent: unknown } };
  return result.structuredContent;
}

async function callsPerSecond(
  url: string,
  { body, headers }: Omit<(typeof CALLS)[number], 'era'>,
  secret?: string,
) {
  const result = await autocannon({
    url,
    method: 'POST',
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: {
      ...headers,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
    },
    body: JSON.stringify(body),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  }
  return result.requests.average;
}
