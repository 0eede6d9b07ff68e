import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { BASE, HOST, type Fault, type FaultyProxy, type Held } from './faulty-proxy.ts';

/** A fault, and the row that has to name its cause and what to do. */
export interface FaultCase {
  what: string;
  fault: (proxy: FaultyProxy) => Fault;
  row: string;
  status: 'amber' | 'red';
  finding: RegExp;
  fix: RegExp;
}

const DAY_MS = 86_400_000;

const page = (status: number, text: string, headers: OutgoingHttpHeaders = {}) => ({
  answer: (_incoming: IncomingMessage, outgoing: ServerResponse) => {
    outgoing.writeHead(status, { 'content-type': 'text/html', ...headers }).end(text);
    return true;
  },
});
const onlyAt = (path: string, change: (held: Held) => void): Fault => ({
  response: (held, { url = '' }) => {
    if (url.startsWith(path)) change(held);
  },
});
const withoutHeader = (name: string): Fault => ({
  response: ({ headers }) => {
    delete headers[name];
  },
});
const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

/** What people really have in front of their servers (decisions §4, asks 1-10; mcp-oauth §6; desktop-shell §2). */
export const FAULTS: readonly FaultCase[] = [
  {
    what: 'no name server knows the host',
    fault: () => ({ resolve: failing('ENOTFOUND') }),
    row: 'dns',
    status: 'red',
    finding: /No name server knows kb\.example\.com/,
    fix: /DNS record/,
  },
  {
    what: 'this computer is offline',
    fault: () => ({ resolve: failing('EAI_AGAIN') }),
    row: 'dns',
    status: 'red',
    finding: /not online/,
    fix: /internet connection/,
  },
  {
    what: 'the name leads into the home network',
    fault: () => ({ resolve: async () => [{ address: '192.168.1.20', family: 4 }] }),
    row: 'dns',
    status: 'red',
    finding: /192\.168\.1\.20, which exists on this computer or in its network only/,
    fix: /public address/,
  },
  {
    what: 'the hosts file of this computer names the computer itself',
    fault: () => ({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] }),
    row: 'dns',
    status: 'red',
    finding: /127\.0\.0\.1, which exists on this computer/,
    fix: /hosts file/,
  },
  {
    what: 'the name has an IPv6 address only',
    fault: () => ({ resolve: async () => [{ address: '2001:db8::10', family: 6 }] }),
    row: 'dns',
    status: 'amber',
    finding: /IPv6 address only/,
    fix: /A record/,
  },
  {
    what: 'nothing listens at the address',
    fault: () => ({ port: 1 }),
    row: 'certificate',
    status: 'red',
    finding: /Nothing answers at kb\.example\.com, port 443/,
    fix: /Start the proxy or tunnel/,
  },
  {
    what: 'the certificate has expired',
    fault: ({ certificates: { authority } }) => ({
      certificate: authority.issue([HOST], { until: new Date(Date.now() - DAY_MS) }),
    }),
    row: 'certificate',
    status: 'red',
    finding: /has expired, on \d{4}-/,
    fix: /Renew it/,
  },
  {
    what: 'the certificate ends soon',
    fault: ({ certificates: { authority } }) => ({
      certificate: authority.issue([HOST], { until: new Date(Date.now() + 3.5 * DAY_MS) }),
    }),
    row: 'certificate',
    status: 'amber',
    finding: /ends in 3 days/,
    fix: /Renew it/,
  },
  {
    what: 'the certificate is for another name',
    fault: ({ certificates: { authority } }) => ({ certificate: authority.issue(['www.example.org']) }),
    row: 'certificate',
    status: 'red',
    finding: /another name than kb\.example\.com: it is for www\.example\.org/,
    fix: /Get one for kb\.example\.com/,
  },
  {
    what: 'the certificate is of an authority that nobody knows',
    fault: ({ certificates: { stranger } }) => ({ certificate: stranger }),
    row: 'certificate',
    status: 'red',
    finding: /cannot be traced to a public authority/,
    fix: /whole chain/,
  },
  {
    what: 'plain http is answered and not redirected',
    fault: () => ({ isOpenOverHttp: true }),
    row: 'plain_http',
    status: 'amber',
    finding: /answers without encryption/,
    fix: /Redirect http to https/,
  },
  {
    what: 'another program answers, as with a wrong port in the dashboard',
    fault: () => page(200, '<h1>My router</h1>'),
    row: 'identity',
    status: 'red',
    finding: /Another program answers/,
    fix: /http:\/\/localhost:\d+: probably it names another port/,
  },
  {
    what: 'another workspace answers',
    fault: () =>
      onlyAt('/healthz', (held) => {
        held.body = held.body.replace(/"instance_id":"[^"]+"/, '"instance_id":"somebody-else"');
      }),
    row: 'identity',
    status: 'red',
    finding: /another Commonplace workspace/,
    fix: /lead to this server/,
  },
  {
    what: 'the token of the tunnel runs on another computer too',
    fault: () => {
      let count = 0;
      return {
        answer: ({ url = '' }, outgoing) => {
          count += 1;
          if (count % 2 === 1 || !url.startsWith('/healthz')) return false;
          outgoing.writeHead(502).end();
          return true;
        },
      };
    },
    row: 'identity',
    status: 'red',
    finding: /some lead elsewhere/,
    fix: /same tunnel token/,
  },
  {
    what: 'answers are cached',
    fault: () =>
      onlyAt('/healthz', (held) => {
        held.body = held.body.replace(/"nonce":"[^"]+"/, '"nonce":"of-yesterday"');
      }),
    row: 'identity',
    status: 'red',
    finding: /kept on the way/,
    fix: /caching off/,
  },
  {
    what: 'the tunnel sleeps',
    fault: () => page(530, 'error code: 1033'),
    row: 'identity',
    status: 'red',
    finding: /no tunnel is connected/,
    fix: /Start the tunnel/,
  },
  {
    what: 'the proxy does not reach the server',
    fault: () => page(502, '<center>502 Bad Gateway</center>'),
    row: 'identity',
    status: 'red',
    finding: /does not reach this server/,
    fix: /http:\/\/localhost:PORT/,
  },
  {
    what: 'a tunnel has no hostname that leads here',
    fault: () => page(503, ''),
    row: 'identity',
    status: 'red',
    finding: /nothing is available behind it/,
    fix: /without a public hostname/,
  },
  {
    what: 'Cloudflare Access stands in front',
    fault: () => page(302, '', { location: 'https://team.cloudflareaccess.com/cdn-cgi/access/login/kb' }),
    row: 'identity',
    status: 'red',
    finding: /Cloudflare Access/,
    fix: /Zero Trust/,
  },
  {
    what: 'a proxy asks for a password of its own',
    fault: () => page(401, 'Authorization required', { 'www-authenticate': 'Basic realm="home"' }),
    row: 'identity',
    status: 'red',
    finding: /password of its own \(Basic\)/,
    fix: /password protection/,
  },
  {
    what: 'a challenge for browsers stands in front of everything',
    fault: () => page(403, '<title>Just a moment...</title>', { 'cf-mitigated': 'challenge' }),
    row: 'identity',
    status: 'red',
    finding: /bot rule or firewall/,
    fix: /Bot Fight Mode/,
  },
  {
    what: 'the address redirects from www to the bare name',
    fault: () => page(301, '', { location: 'https://example.com/' }),
    row: 'redirects',
    status: 'red',
    finding: /redirects to https:\/\/example\.com/,
    fix: /Use https:\/\/example\.com as the address/,
  },
  {
    what: 'the proxy sends another host name',
    fault: () => ({
      request: (headers) => {
        headers.host = 'app.internal';
      },
    }),
    row: 'identity',
    status: 'red',
    finding: /host name that this server does not answer for/,
    fix: /keep the Host header/,
  },
  {
    what: 'the clock of this computer is wrong',
    fault: () =>
      onlyAt('/healthz', (held) => {
        held.headers['date'] = new Date(Date.now() - 600_000).toUTCString();
      }),
    row: 'clock',
    status: 'red',
    finding: /10 minutes ahead of/,
    fix: /automatic date and time/,
  },
  {
    what: 'the challenge is removed from the answer',
    fault: () => withoutHeader('www-authenticate'),
    row: 'challenge',
    status: 'red',
    finding: /without its WWW-Authenticate/,
    fix: /pass WWW-Authenticate on/,
  },
  {
    what: 'the documents name http:// addresses',
    fault: () =>
      onlyAt('/.well-known/', (held) => {
        held.body = held.body.replaceAll('https://', 'http://');
      }),
    row: 'server_metadata',
    status: 'red',
    finding: /names http:\/\/ addresses/,
    fix: /X-Forwarded-Proto/,
  },
  {
    what: 'the documents name another host',
    fault: () =>
      onlyAt('/.well-known/', (held) => {
        held.body = held.body.replaceAll(BASE, 'https://old.example.com');
      }),
    row: 'server_metadata',
    status: 'red',
    finding: /another host: https:\/\/old\.example\.com instead of https:\/\/kb\.example\.com/,
    fix: /must not change the document/,
  },
  {
    what: 'bodies are dropped',
    fault: () => ({
      dropsBody: true,
      request: (headers) => {
        delete headers['content-length'];
      },
    }),
    row: 'registration',
    status: 'red',
    finding: /another body than was sent/,
    fix: /pass the bodies/,
  },
  {
    what: 'the form of the token request is changed',
    fault: () => ({
      request: (headers, { url = '' }) => {
        if (url.endsWith('/token')) headers['content-type'] = 'text/plain';
      },
    }),
    row: 'token',
    status: 'red',
    finding: /content type is changed/,
    fix: /unchanged/,
  },
  {
    what: 'cookies are removed',
    fault: () => withoutHeader('set-cookie'),
    row: 'authorize',
    status: 'red',
    finding: /cookie of the sign-in is lost/,
    fix: /Set-Cookie/,
  },
  {
    what: 'the Authorization header is stripped',
    fault: () => ({
      request: (headers) => {
        delete headers.authorization;
      },
    }),
    row: 'tools',
    status: 'red',
    finding: /without its Authorization header/,
    fix: /pass Authorization on/,
  },
  {
    what: 'the Authorization header is replaced',
    fault: () => ({
      request: (headers) => {
        headers.authorization = 'Basic aG9tZTpob21l';
      },
    }),
    row: 'tools',
    status: 'red',
    finding: /another Authorization header/,
    fix: /Switch off basic authentication/,
  },
  {
    what: 'assistants are refused by what they call themselves',
    fault: () => ({
      answer: ({ headers }, outgoing) => {
        if (!/Claude-User/.test(headers['user-agent'] ?? '')) return false;
        outgoing.writeHead(403).end('Sorry, you have been blocked');
        return true;
      },
    }),
    row: 'user_agents',
    status: 'red',
    finding: /under the name of Claude are refused on the way \(403\).*bot rule/,
    fix: /Block AI bots/,
  },
  {
    what: 'bodies are limited to one megabyte',
    fault: () => ({
      answer: ({ headers }, outgoing) => {
        if (Number(headers['content-length'] ?? 0) <= 1024 * 1024) return false;
        outgoing.writeHead(413, { connection: 'close' }).end();
        return true;
      },
    }),
    row: 'body_size',
    status: 'amber',
    finding: /2 MB do not get through/,
    fix: /client_max_body_size/,
  },
];
