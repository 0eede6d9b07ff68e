import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Role } from '../../server/domain/role.ts';
import type { z } from 'zod';
import { connect } from '../../server/faces/cli/connect.ts';
import { openFolder } from '../../server/faces/cli/folder-connection.ts';
import type { HttpLimits } from '../../server/faces/http/limits.ts';
import { createLogger } from '../../server/log.ts';
import type { Operation } from '../../server/operations/define.ts';
import { initializeWorkspace } from '../../server/operations/workspace/initialize.ts';
import { createUser } from '../../server/operations/users/create.ts';
import { startServer, type RunningServer, type StartOptions } from '../../server/start.ts';
import { folderConfig } from '../builders/folder.ts';
import {
  createPaperBrowser,
  formOn,
  send,
  type PaperAnswer,
  type PaperBrowser,
  type Reach,
} from './paper-browser.ts';

export const PASSWORD = 'violet lantern under the seventh bridge';
export const REDIRECT = 'http://127.0.0.1:33418/callback';

/** No limit is reached by accident; those that a test is about are set by it. */
export const ROOMY: Partial<HttpLimits> = {
  oauthRequestsPerMinute: 100_000,
  registrationsPerTenMinutes: 100_000,
  signInsPerMinute: 100_000,
  signInsPerTenMinutes: 100_000,
  signInsPerMinuteOfAll: 100_000,
  failedTokensPerMinute: 100_000,
};

export interface World {
  folder: string;
  url: string;
  /** What was logged, one JSON line an entry. */
  log: string[];
  server: RunningServer;
  /** Ends the server and starts one on the same folder, or on where it was moved to, at the same port. */
  restart(options?: { folder?: string; flags?: Record<string, string> }): Promise<void>;
  /** Runs an operation at the machine, through the server's own socket. */
  desk<Input extends z.ZodType, Output extends z.ZodType>(
    operation: Operation<Input, Output>,
    input: z.input<Input>,
  ): Promise<z.output<Output>>;
  close(): Promise<void>;
}

export interface WorldOptions extends StartOptions {
  flags?: Record<string, string>;
  limits?: Partial<HttpLimits>;
  people?: Record<string, Role>;
}

/** A real server on a real folder, where ada, an admin, has a password; `people` have the same. */
export async function startWorld({
  flags = {},
  limits = {},
  people = {},
  ...options
}: WorldOptions = {}): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'cpl-oauth-'));
  await prepare(folder, people);
  const log: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log.push(chunk.toString());
      done();
    },
  });
  const start = (at: string, more: Record<string, string>) =>
    startServer(
      {
        ...folderConfig(at, { ...flags, ...more }),
        limits: { http: { ...ROOMY, ...limits }, mcp: { requestsPerMinute: 100_000 } },
      },
      { log: createLogger('debug', sink), ...options },
    );
  const world: World = {
    folder,
    url: '',
    log,
    server: await start(folder, {}),
    async restart({ folder: moved = world.folder, flags: changed = {} } = {}) {
      const { port } = new URL(world.server.publicUrl);
      await world.server.close();
      if (moved !== world.folder) {
        const { rename } = await import('node:fs/promises');
        await rename(world.folder, moved);
        world.folder = moved;
      }
      world.server = await start(world.folder, { port, ...changed });
      world.url = world.server.publicUrl;
    },
    async desk(operation, input) {
      const connection = await connect(folderConfig(world.folder));
      try {
        return await connection.run(operation, input);
      } finally {
        await connection.close();
      }
    },
    async close() {
      await world.server.close();
      await rm(world.folder, { recursive: true, force: true });
    },
  };
  world.url = world.server.publicUrl;
  return world;
}

async function prepare(folder: string, people: Record<string, Role>): Promise<void> {
  const connection = await openFolder(folderConfig(folder), { create: true });
  try {
    await connection.asSystem(initializeWorkspace, { username: 'ada', password: PASSWORD });
    for (const [username, role] of Object.entries(people))
      await connection.asSystem(createUser, { username, role, password: PASSWORD });
  } finally {
    await connection.close();
  }
}

export interface Client {
  id: string;
  secret?: string | undefined;
  redirectUri: string;
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  scope: string;
  expires_in: number;
}

/** A program that wants in, doing by hand what real ones do. */
export function createProgram(base: string, reach: Reach = {}) {
  const json = async (answer: Promise<PaperAnswer>) => {
    const { status, text, headers } = await answer;
    const body: Record<string, unknown> = text.startsWith('{') ? JSON.parse(text) : {};
    return { status, body, headers, text };
  };
  const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    json(
      send(
        base + path,
        {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
          body: new URLSearchParams(fields).toString(),
        },
        reach,
      ),
    );

  const program = {
    register: (body: unknown = { redirect_uris: [REDIRECT], client_name: 'Test program' }) =>
      json(
        send(
          `${base}/api/oauth/register`,
          { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
          reach,
        ),
      ),
    async client(body: Record<string, unknown> = {}): Promise<Client> {
      const redirectUri = Array.isArray(body['redirect_uris']) ? String(body['redirect_uris'][0]) : REDIRECT;
      const answer = await program.register({
        redirect_uris: [redirectUri],
        client_name: 'Test program',
        ...body,
      });
      if (answer.status !== 201) throw new Error(`Registration was refused: ${answer.text}`);
      const secret = answer.body['client_secret'];
      return {
        id: String(answer.body['client_id']),
        redirectUri,
        secret: typeof secret === 'string' ? secret : undefined,
      };
    },
    /** An authorization request; a parameter of `undefined` is left out. */
    authorizeUrl(client: Client, changed: Record<string, string | undefined> = {}) {
      const verifier = randomBytes(32).toString('base64url');
      const params = {
        client_id: client.id,
        redirect_uri: client.redirectUri,
        response_type: 'code',
        scope: 'read write offline_access',
        state: 'state-of-the-client',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        resource: `${base}/api/mcp`,
        ...changed,
      };
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(params)) if (value !== undefined) query.set(name, value);
      return { url: `${base}/api/oauth/authorize?${query.toString()}`, verifier };
    },
    redeem: (client: Client, code: string, verifier: string, changed: Record<string, string> = {}) =>
      form('/api/oauth/token', {
        grant_type: 'authorization_code',
        client_id: client.id,
        code,
        redirect_uri: client.redirectUri,
        code_verifier: verifier,
        resource: `${base}/api/mcp`,
        ...changed,
      }),
    refresh: (client: Client, refreshToken: string, changed: Record<string, string> = {}) =>
      form('/api/oauth/token', {
        grant_type: 'refresh_token',
        client_id: client.id,
        refresh_token: refreshToken,
        ...changed,
      }),
    revoke: (client: Client, token: string) => form('/api/oauth/revoke', { client_id: client.id, token }),
    form,
    /** A call of the connector: the status, and the names of the tools on success. */
    call: (token: string, method = 'tools/list', params: Record<string, unknown> = {}) =>
      json(
        send(
          `${base}/api/mcp`,
          {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              authorization: `Bearer ${token}`,
              'mcp-protocol-version': '2025-11-25',
            },
            body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
          },
          reach,
        ),
      ),
    /** From nothing to tokens, by the hand of somebody at a browser. */
    async connect(options: ConnectOptions = {}) {
      const client = options.client ?? (await program.client());
      const { url, verifier } = program.authorizeUrl(client, options.params);
      const browser = options.browser ?? createPaperBrowser(reach);
      const landed = await allow(browser, url, options);
      const code = new URL(landed).searchParams.get('code');
      if (code === null) throw new Error(`No code came back: ${landed}`);
      const { body, text } = await program.redeem(client, code, verifier);
      if (typeof body['access_token'] !== 'string') throw new Error(`No token came back: ${text}`);
      return { client, browser, code, verifier, tokens: body as unknown as Tokens };
    },
  };
  return program;
}

export interface ConnectOptions extends Decision {
  client?: Client;
  browser?: PaperBrowser;
  params?: Record<string, string | undefined>;
}

export interface Decision {
  username?: string;
  decision?: 'allow' | 'deny';
  trustLevel?: string;
}

/** Opens a request of a program, signs in when asked, decides; returns where the browser was sent in the end. */
export async function allow(browser: PaperBrowser, url: string, options: Decision = {}): Promise<string> {
  const { decision = 'allow', trustLevel } = options;
  const page = await consentPage(browser, url, options);
  const { action, fields } = formOn(page.text, /\/interaction\//);
  const sent = { ...fields, decision, ...(trustLevel !== undefined && { trust_level: trustLevel }) };
  const done = await browser.follow(await browser.post(new URL(action, page.url).href, sent));
  return done.url;
}

/** The page that asks for consent, signing in on the way when nobody is. */
export async function consentPage(browser: PaperBrowser, url: string, { username = 'ada' }: Decision = {}) {
  const page = await browser.open(url);
  if (!new URL(page.url).pathname.startsWith('/sign-in')) return page;
  const { action, fields } = formOn(page.text);
  const signedIn = { ...fields, username, password: PASSWORD };
  return browser.follow(await browser.post(new URL(action, page.url).href, signedIn));
}
