#!/usr/bin/env node
/**
 * Imitates cloudflared: its flags, its JSON lines on standard error, its four endpoints, its exit codes and its ways to
 * fail. `SCRIPTED_CLOUDFLARED` names a JSON file with what to do, read again at every start and at every look:
 *
 *   connects     whether it gets through (default true); read live, so a test can cut and mend the connection
 *   after        milliseconds before it connects
 *   refused      Cloudflare does not accept the credentials: says so again and again, never connects
 *   exit         ends with this code at once, after `says`
 *   lives        ends by itself after so many milliseconds, with code 1
 *   hangs        keeps its endpoints open and never answers; read live
 *   ignoresTerm  does not end when it is asked to
 *   split        writes its lines in pieces of so many bytes
 *   garbage      writes bytes that are no text and no JSON between its lines
 *   says         error lines to write first
 *   udpBlocked   connects only with --protocol=http2
 *   ingress      the dashboard's rules; read live
 *   version      what --version says
 *   records      a file that gets one JSON line per start: arguments, environment, process id
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const look = () => {
  try {
    return JSON.parse(readFileSync(process.env.SCRIPTED_CLOUDFLARED, 'utf8'));
  } catch {
    return {};
  }
};
const script = look();
const flags = process.argv.slice(2);

if (flags[0] === '--version') {
  process.stdout.write(`cloudflared version ${script.version ?? '2026.9.3'} (built 2026-09-24-1200 UTC)\n`);
  process.exit(0);
}
if (script.records) {
  const { pid, env } = process;
  appendFileSync(script.records, `${JSON.stringify({ pid, flags, env, at: Date.now() })}\n`);
}

const valueOf = (name) => {
  const inline = flags.find((flag) => flag.startsWith(`--${name}=`));
  if (inline !== undefined) return inline.slice(name.length + 3);
  const place = flags.indexOf(`--${name}`);
  return place === -1 ? undefined : flags[place + 1];
};
const isNamed = flags.at(-1) === 'run';
const usage = (words) => {
  process.stderr.write(`${words}\nSee 'cloudflared tunnel run --help'.\n`);
  process.exit(255);
};
for (const name of ['config', 'metrics', 'output', 'loglevel', 'grace-period']) {
  if (valueOf(name) === undefined) usage(`the test's program needs --${name}`);
}
if (flags[0] !== 'tunnel' || !flags.includes('--no-autoupdate')) usage('wrong command');
if (flags.some((flag) => flag.startsWith('--token'))) usage('a token on the command line');
readFileSync(valueOf('config'));
if (isNamed) {
  const token = process.env.TUNNEL_TOKEN ?? '';
  let parts;
  try {
    parts = JSON.parse(Buffer.from(token, 'base64').toString('utf8'));
  } catch {
    parts = {};
  }
  if (!parts.t) usage('Provided Tunnel token is not valid.');
} else if (valueOf('url') === undefined) {
  usage('neither run nor --url');
}

function write(text) {
  if (script.garbage) process.stderr.write(Buffer.from([0xff, 0xfe, 0x00, 0x7b, 0x22, 0x0a]));
  const bytes = Buffer.from(`${text}\n`);
  const size = script.split ?? bytes.length;
  for (let from = 0; from < bytes.length; from += size) {
    process.stderr.write(bytes.subarray(from, from + size));
  }
}
const say = (level, message, fields = {}) =>
  write(JSON.stringify({ level, ...fields, time: new Date().toISOString().replace(/\.\d+/, ''), message }));

for (const words of script.says ?? []) say('error', words);
if (script.exit !== undefined) process.exit(script.exit);

const connectorId = randomUUID();
const hostname = `${script.hostname ?? `trial-${process.pid}`}.trycloudflare.com`;
const protocol = valueOf('protocol') ?? 'quic';
const startedAt = Date.now();
let told = null;

const isConnected = () => {
  const { connects = true, after = 0, refused, udpBlocked } = look();
  if (refused || Date.now() - startedAt < after) return false;
  return connects && !(udpBlocked && protocol !== 'http2');
};

if (!isNamed) {
  say('info', 'Requesting new quick Tunnel on trycloudflare.com...');
  say('info', '+----------------------------------------------------+');
  say('info', `|  https://${hostname}  |`);
  say('info', '+----------------------------------------------------+');
}

const ingressOf = () => look().ingress ?? [{ hostname: '', path: null, service: 'http_status:503' }];
const answers = {
  '/ready': () => {
    const readyConnections = isConnected() ? (isNamed ? 4 : 1) : 0;
    const status = readyConnections > 0 ? 200 : 503;
    return [status, { status, readyConnections, connectorId }];
  },
  '/quicktunnel': () => [200, { hostname: isNamed ? '' : hostname }],
  '/config': () => [
    200,
    { version: look().ingress === undefined ? -1 : 1, config: { ingress: ingressOf() } },
  ],
};
const server = createServer((request, response) => {
  if (look().hangs) return;
  const [status, body] = answers[request.url]?.() ?? [404, { error: 'not found' }];
  response.writeHead(status).end(JSON.stringify(body));
});
server.listen(0, '127.0.0.1', () => {
  say('info', `Starting metrics server on 127.0.0.1:${server.address().port}/metrics`);
});

let shownIngress = JSON.stringify(ingressOf());
setInterval(() => {
  const connected = isConnected();
  const fields = {
    connIndex: 0,
    connection: randomUUID(),
    ip: '2606:4700:a0::1',
    location: 'fra01',
    protocol,
  };
  if (connected && told !== true) say('info', 'Registered tunnel connection', fields);
  if (!connected && told === true)
    say('error', 'Connection terminated', { error: 'timeout: no recent network activity' });
  if (script.refused && told === null) {
    say('error', 'Register tunnel error from server side', { error: 'Unauthorized: Invalid tunnel secret' });
  }
  told = connected || (told === null ? null : false);
  if (isNamed && JSON.stringify(ingressOf()) !== shownIngress) {
    shownIngress = JSON.stringify(ingressOf());
    say('info', 'Updated to new configuration', { config: shownIngress, version: 2 });
  }
}, 20);

if (script.lives !== undefined) setTimeout(() => process.exit(1), script.lives);
const end = (signal) => {
  if (script.ignoresTerm) return;
  say('info', `Initiating graceful shutdown due to signal ${signal} ...`);
  server.close();
  setTimeout(() => process.exit(0), 10);
};
process.on('SIGTERM', end);
process.on('SIGINT', end);
