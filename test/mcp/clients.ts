import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { z } from 'zod';

const INFO = { name: 'Test Assistant', version: '1.2.3' };

export interface CallResult {
  isError: boolean;
  texts: string[];
  structured: Record<string, unknown>;
}

/** What the tests need of a client, whichever SDK is behind it. */
export interface TestClient {
  tools(): Promise<{ name: string; [key: string]: unknown }[]>;
  call(name: string, input?: Record<string, unknown>, signal?: AbortSignal): Promise<CallResult>;
  instructions(): string;
  serverInfo(): Record<string, unknown>;
  /** What was negotiated. */
  era(): 'legacy' | 'modern';
  close(): Promise<void>;
}

export type Connect = (url: URL, token: string) => Promise<TestClient>;

function headersWith(token: string) {
  return { requestInit: { headers: { Authorization: `Bearer ${token}` } } };
}

interface Connection {
  client: Pick<LegacyClient | ModernClient, 'getInstructions' | 'getServerVersion' | 'close'> & {
    listTools(): Promise<{ tools: { name: string }[] }>;
  };
  transport: { protocolVersion?: string | undefined };
  callTool: (name: string, input: Record<string, unknown>, signal?: AbortSignal) => Promise<unknown>;
}

function testClient({ client, transport, callTool }: Connection): TestClient {
  return {
    tools: async () => (await client.listTools()).tools.map((tool) => ({ ...tool })),
    call: async (name, input = {}, signal) => toCallResult(await callTool(name, input, signal)),
    instructions: () => client.getInstructions() ?? '',
    serverInfo: () => ({ ...client.getServerVersion() }),
    era: () => (transport.protocolVersion === '2026-07-28' ? 'modern' : 'legacy'),
    close: () => client.close(),
  };
}

const callResultSchema = z.object({
  isError: z.boolean().default(false),
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
  structuredContent: z.record(z.string(), z.unknown()).default({}),
});

export function toCallResult(result: unknown): CallResult {
  const { isError, content, structuredContent } = callResultSchema.parse(result);
  return { isError, texts: content.map(({ text }) => text), structured: structuredContent };
}

/** `@modelcontextprotocol/sdk`: speaks the 2025 revisions. */
const connectLegacySdk: Connect = async (url, token) => {
  const client = new LegacyClient(INFO);
  const transport = new LegacyTransport(url, headersWith(token));
  await client.connect(transport);
  return testClient({
    client,
    transport,
    callTool: (name, input, signal) =>
      client.callTool({ name, arguments: input }, undefined, signal && { signal }),
  });
};

/** `@modelcontextprotocol/client`: speaks both, as its options say. */
function connectModernSdk(options: ConstructorParameters<typeof ModernClient>[1]): Connect {
  return async (url, token) => {
    const client = new ModernClient(INFO, options);
    const transport = new ModernTransport(url, headersWith(token));
    await client.connect(transport);
    return testClient({
      client,
      transport,
      callTool: (name, input, signal) => client.callTool({ name, arguments: input }, signal && { signal }),
    });
  };
}

/** Every real client that the tests connect with: both SDKs, both eras. */
export const clients: { label: string; connect: Connect; era: 'legacy' | 'modern' }[] = [
  { label: 'sdk (2025 revisions)', connect: connectLegacySdk, era: 'legacy' },
  { label: 'client, default', connect: connectModernSdk(undefined), era: 'legacy' },
  {
    label: 'client, auto',
    connect: connectModernSdk({ versionNegotiation: { mode: 'auto' } }),
    era: 'modern',
  },
  {
    label: 'client, pinned to 2026-07-28',
    connect: connectModernSdk({ versionNegotiation: { mode: { pin: '2026-07-28' } } }),
    era: 'modern',
  },
];

const documentSchema = z.object({
  document: z.object({ id: z.string(), title: z.string(), status: z.string(), version: z.number() }),
});

/** The document that a reply is about. */
export function documentIn({ structured }: CallResult) {
  return documentSchema.parse(structured).document;
}
