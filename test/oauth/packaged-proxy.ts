import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AUTHORITY, CERTIFICATE, PRIVATE_KEY } from './certificates.ts';
import { freePort } from './clients/free-port.ts';
import type { TlsProxy } from './tls-proxy.ts';

export type ProxyKind = 'nginx' | 'caddy';

interface Settings {
  /** Of the documentation, as people copy it. */
  documented: string;
  folder: string;
  /** Names that it answers for, and the port that it does so on. */
  hosts: readonly string[];
  port: number;
  /** `127.0.0.1:PORT` of our server. */
  target: string;
}

/** What stands around the documented lines, and how the program is started on it. */
const PROGRAMS: Readonly<
  Record<ProxyKind, { fence: string; file: (settings: Settings) => string; args: (file: string) => string[] }>
> = {
  nginx: {
    fence: 'nginx',
    file: ({ documented, folder, hosts, port, target }) => `
      daemon off; master_process off; pid ${folder}/pid; error_log stderr;
      events {}
      http {
        access_log off;
        client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fcgi;
        uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
        ssl_certificate ${folder}/certificate.pem; ssl_certificate_key ${folder}/key.pem;
        ${documented
          .replace('server_name kb.example.com', `server_name ${hosts.join(' ')}`)
          .replace('listen 443', `listen 127.0.0.1:${port}`)
          .replace('127.0.0.1:7420', target)}
      }`,
    args: (file) => ['-p', tmpdir(), '-e', 'stderr', '-c', file],
  },
  caddy: {
    fence: 'caddyfile',
    file: ({ documented, folder, hosts, port, target }) =>
      `{\n  admin off\n  auto_https disable_redirects\n  https_port ${port}\n  default_bind 127.0.0.1\n}\n${documented
        .replace(
          'kb.example.com {',
          `${hosts.join(', ')} {\n  tls ${folder}/certificate.pem ${folder}/key.pem`,
        )
        .replace('127.0.0.1:7420', target)}`,
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
};

/**
 * A reverse proxy as Debian packages it (`apt-get install nginx-light caddy`), with the lines of docs/oauth.md.
 *
 * @throws {Error} naming the package when the program is not installed
 */
export async function startPackagedProxy(
  kind: ProxyKind,
  hosts: readonly string[],
  serverUrl: string,
): Promise<TlsProxy> {
  const { fence, file, args } = PROGRAMS[kind];
  const program = await installed(kind);
  const folder = await mkdtemp(join(tmpdir(), `cpl-${kind}-`));
  const port = await freePort();
  const { host: target } = new URL(serverUrl);
  const settings = { documented: await documentedLines(fence), folder, hosts, port, target };
  await Promise.all([
    writeFile(join(folder, 'certificate.pem'), CERTIFICATE),
    writeFile(join(folder, 'key.pem'), PRIVATE_KEY, { mode: 0o600 }),
    writeFile(join(folder, 'config'), file(settings)),
  ]);
  // Caddy keeps state below its home.
  const child = spawn(program, args(join(folder, 'config')), {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => void (said += chunk.toString()));
  const ended = once(child, 'exit');
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${kind} did not start:\n${said}`);
    await pause(20);
  }
  return {
    port,
    reach: { connectTo: { host: '127.0.0.1', port }, ca: AUTHORITY },
    async close() {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function documentedLines(fence: string): Promise<string> {
  const page = await readFile(new URL('../../docs/oauth.md', import.meta.url), 'utf8');
  const lines = new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(page)?.[1];
  if (lines === undefined) throw new Error(`docs/oauth.md shows no lines for ${fence}.`);
  return lines;
}

async function installed(kind: ProxyKind): Promise<string> {
  for (const folder of [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/bin']) {
    const program = join(folder, kind);
    const isThere = await access(program).then(
      () => true,
      () => false,
    );
    if (isThere) return program;
  }
  throw new Error(`${kind} is not installed. On Debian: apt-get install nginx-light caddy`);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const done = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.on('connect', () => done(true)).on('error', () => done(false));
  });
}
