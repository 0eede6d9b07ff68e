import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';

export interface PaperAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** Where it is sent on to, absolute. */
  location: string | undefined;
  /** Origin of whoever answered. */
  home: string;
}

export interface PaperForm {
  action: string;
  fields: Record<string, string>;
}

/** How to reach hosts that no name server knows. */
export interface Reach {
  /** Connects here whatever the address says. */
  connectTo?: { host: string; port: number } | undefined;
  ca?: string | undefined;
  /** Speaks plain http with this server and calls it https, as a proxy in front of it would. */
  behindProxyOf?: string | undefined;
}

/** A browser without a screen: cookies by the rules, redirects when told to, forms as they stand on the page. */
export interface PaperBrowser {
  get(url: string, headers?: Record<string, string>): Promise<PaperAnswer>;
  post(url: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<PaperAnswer>;
  /** Follows redirects until a page, or until the answer sends it to another site. */
  follow(answer: PaperAnswer): Promise<PaperAnswer & { url: string }>;
  open(url: string): Promise<PaperAnswer & { url: string }>;
  /** Every cookie that it holds. */
  cookies(): { name: string; value: string; path: string; attributes: string }[];
  /** Each `Set-Cookie` that it ever got. */
  readonly received: string[];
}

interface Cookie {
  name: string;
  value: string;
  path: string;
  isSecure: boolean;
  attributes: string;
  host: string;
}

export function createPaperBrowser(reach: Reach = {}): PaperBrowser {
  const jar = new Map<string, Cookie>();
  const received: string[] = [];

  function cookiesFor({ hostname, pathname, protocol }: URL): string {
    return [...jar.values()]
      .filter((cookie) => cookie.host === hostname && (!cookie.isSecure || protocol === 'https:'))
      .filter(({ path }) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  function keep(line: string, { hostname, pathname }: URL): void {
    received.push(line);
    const [pair = '', ...attributes] = line.split(/;\s*/);
    const mark = pair.indexOf('=');
    const [name, value] = [pair.slice(0, mark), pair.slice(mark + 1)];
    const attribute = (key: string) =>
      attributes.find((each) => each.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1);
    const path = attribute('path') ?? pathname.slice(0, pathname.lastIndexOf('/') || 1);
    const expires = attribute('expires');
    const isGone =
      attribute('max-age') === '0' || (expires !== undefined && Date.parse(expires) < Date.now());
    const key = `${hostname} ${path} ${name}`;
    if (isGone) jar.delete(key);
    else {
      const isSecure = attributes.some((each) => each.toLowerCase() === 'secure');
      jar.set(key, { name, value, path, isSecure, attributes: attributes.join('; '), host: hostname });
    }
  }

  async function ask(
    method: string,
    address: string,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<PaperAnswer> {
    const url = new URL(address);
    const cookie = cookiesFor(url);
    const answer = await exchange(
      url,
      reach,
      {
        method,
        headers: {
          accept: 'text/html',
          ...(cookie !== '' && { cookie }),
          ...(body !== undefined && {
            'content-type': 'application/x-www-form-urlencoded',
            'content-length': Buffer.byteLength(body),
            origin: url.origin,
            'sec-fetch-site': 'same-origin',
          }),
          ...headers,
        },
      },
      body,
    );
    for (const line of answer.headers['set-cookie'] ?? []) keep(line, url);
    return answer;
  }

  const browser: PaperBrowser = {
    get: (url, headers) => ask('GET', url, undefined, headers),
    post: (url, fields, headers) => ask('POST', url, new URLSearchParams(fields).toString(), headers),
    async follow(first) {
      let answer = first;
      let url = '';
      for (let hops = 0; hops < 12 && answer.location !== undefined; hops += 1) {
        url = answer.location;
        if (new URL(url).origin !== first.home) return { ...answer, url };
        answer = await browser.get(url);
      }
      return { ...answer, url };
    },
    async open(url) {
      const answer = await browser.get(url);
      return answer.location === undefined ? { ...answer, url } : browser.follow(answer);
    },
    cookies: () => [...jar.values()],
    received,
  };
  return browser;
}

/**
 * The first form of a page that posts to a path that fits, with what its inputs hold. A form without one, which posts
 * to its own page, has the action `''`.
 */
export function formOn(text: string, action: RegExp = /^/): PaperForm {
  for (const [whole, tag] of text.matchAll(/<form([^>]*)>[\s\S]*?<\/form>/g)) {
    const target = unescaped(/action="([^"]*)"/.exec(tag ?? '')?.[1] ?? '');
    if (!action.test(target)) continue;
    const fields: Record<string, string> = {};
    for (const [input] of whole.matchAll(/<input[^>]*>/g)) {
      const attribute = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(input)?.[1];
      const isChoice = attribute('type') === 'radio' || attribute('type') === 'checkbox';
      if (isChoice && !/\schecked[\s/>]/.test(input)) continue;
      fields[unescaped(attribute('name') ?? '')] = unescaped(attribute('value') ?? '');
    }
    return { action: target, fields };
  }
  throw new Error(`There is no such form on this page:\n${text}`);
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

function exchange(
  url: URL,
  { connectTo, ca, behindProxyOf }: Reach,
  options: { method: string; headers: Record<string, string | number> },
  body?: string,
): Promise<PaperAnswer> {
  const isTls = url.protocol === 'https:' && behindProxyOf === undefined;
  const request = isTls ? httpsRequest : httpRequest;
  const target = behindProxyOf === undefined ? url : new URL(behindProxyOf);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        ...options,
        agent: false,
        host: connectTo?.host ?? target.hostname.replaceAll(/^\[|\]$/g, ''),
        port: connectTo?.port ?? (target.port || (isTls ? 443 : 80)),
        path: url.pathname + url.search,
        ...(isTls && { servername: url.hostname }),
        ...(ca !== undefined && { ca }),
        headers: {
          host: url.host,
          ...(behindProxyOf !== undefined && { 'x-forwarded-proto': 'https' }),
          ...options.headers,
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const { location } = incoming.headers;
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text: Buffer.concat(chunks).toString('utf8'),
            location: location === undefined ? undefined : new URL(location, url).href,
            home: url.origin,
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** One request outside of any browser, over the same reach. */
export function send(
  url: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
  reach: Reach = {},
): Promise<PaperAnswer> {
  const length: Record<string, number> =
    body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  return exchange(new URL(url), reach, { method, headers: { ...length, ...headers } }, body);
}
