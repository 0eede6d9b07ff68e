import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { createRememberingProvider, type Remembered } from './remembering-provider.ts';

const INFO = { name: 'An application on the SDK', version: '1.0.0' };

/** One attempt to connect: the names of the tools, or an error when a person has to be asked first. */
export interface Attempt {
  tools(): Promise<string[]>;
  /** Hands the SDK what the browser came back with. */
  finish(callback: URL): Promise<void>;
}

type Start = (url: URL, remembered: Remembered, fetch?: FetchLike) => Attempt;

const startLegacy: Start = (url, remembered, fetch = globalThis.fetch) => {
  const transport = new LegacyTransport(url, { authProvider: createRememberingProvider(remembered), fetch });
  return {
    async tools() {
      const client = new LegacyClient(INFO);
      await client.connect(transport);
      const { tools } = await client.listTools();
      await client.close();
      return tools.map(({ name }) => name);
    },
    finish: (callback) => transport.finishAuth(callback.searchParams.get('code') ?? ''),
  };
};

function startModern(options: ConstructorParameters<typeof ModernClient>[1]): Start {
  return (url, remembered, fetch = globalThis.fetch) => {
    const transport = new ModernTransport(url, {
      authProvider: createRememberingProvider(remembered),
      fetch,
    });
    return {
      async tools() {
        const client = new ModernClient(INFO, options);
        await client.connect(transport);
        const { tools } = await client.listTools();
        await client.close();
        return tools.map(({ name }) => name);
      },
      // It checks who answered (RFC 9207), so it wants all that came back.
      finish: (callback) => transport.finishAuth(callback.searchParams),
    };
  };
}

/** The OAuth clients of both SDKs. */
export const sdks = [
  { label: 'sdk (2025 revisions)', start: startLegacy },
  { label: 'client, default', start: startModern(undefined) },
  { label: 'client, auto', start: startModern({ versionNegotiation: { mode: 'auto' } }) },
  {
    label: 'client, pinned to 2026-07-28',
    start: startModern({ versionNegotiation: { mode: { pin: '2026-07-28' } } }),
  },
];
