import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const PROGRAM = fileURLToPath(new URL('../../node_modules/mcp-remote/dist/proxy.js', import.meta.url));

/** An installation of mcp-remote with its state in a folder of its own. Nothing opens a browser. */
export interface McpRemote {
  /** With a personal token, as hosts that know stdio servers only are told to connect. */
  connectWithToken(url: URL, token: string): Promise<Client>;
  /**
   * With sign-in. The client connects once a person has agreed; they are sent to an address that is said on
   * `remarks`, and back to `port`.
   */
  connectWithSignIn(url: URL, port: number): { client: Promise<Client>; remarks: Readable };
  /** Ends whatever still runs. */
  remove(): Promise<void>;
}

export async function installMcpRemote(): Promise<McpRemote> {
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-mcp-remote-'));
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    MCP_REMOTE_CONFIG_DIR: folder,
    BROWSER: 'true',
  };
  const about = ['--transport', 'http-only', '--allow-http'];

  const transports: StdioClientTransport[] = [];

  async function connect(transport: StdioClientTransport): Promise<Client> {
    transports.push(transport);
    const client = new Client({ name: 'stdio host', version: '1.0.0' });
    await client.connect(transport);
    return client;
  }

  return {
    connectWithToken: (url, token) =>
      connect(
        new StdioClientTransport({
          command: process.execPath,
          // mcp-remote fills the variable in; with a space after the colon some hosts would cut the word in two.
          args: [PROGRAM, url.href, ...about, '--header', 'Authorization:${AUTHORIZATION}'],
          env: { ...env, AUTHORIZATION: `Bearer ${token}` },
          stderr: 'ignore',
        }),
      ),
    connectWithSignIn(url, port) {
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [PROGRAM, url.href, String(port), ...about],
        env,
        stderr: 'pipe',
      });
      const { stderr } = transport;
      if (!stderr) throw new Error('mcp-remote was started without a pipe for its remarks.');
      return { client: connect(transport), remarks: stderr as Readable };
    },
    async remove() {
      await Promise.all(transports.map((transport) => transport.close()));
      await rm(folder, { recursive: true });
    },
  };
}
