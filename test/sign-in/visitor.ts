import { callServer, type Answer } from '../rest/rest-server.ts';

export const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };

export interface Page extends Answer {
  /** Where the answer sends the browser. */
  location: string | undefined;
  /** What a person reads, without markup. */
  words: string;
}

export interface Visitor {
  /** Cookies by name, as a browser keeps them. */
  cookies: Map<string, string>;
  /** Every `Set-Cookie` so far. */
  setCookies: string[];
  open(path: string, headers?: Record<string, string>): Promise<Page>;
  /** Opens a page and sends its form with these fields, as a browser does. */
  submit(path: string, fields: Record<string, string>, options?: SubmitOptions): Promise<Page>;
  /** Sends fields as they are, the page's own not added. */
  post(path: string, body: string, headers?: Record<string, string>): Promise<Page>;
}

export interface SubmitOptions {
  /** Where the form goes, when it is not the page itself. */
  to?: string;
  headers?: Record<string, string>;
}

/** A browser without scripts: it keeps cookies, opens pages and sends their forms. */
export function createVisitor(url: string, extra: Record<string, string> = {}): Visitor {
  const visitor: Visitor = {
    cookies: new Map(),
    setCookies: [],
    open: (path, headers = {}) => send('GET', path, { ...headers }),
    async submit(path, fields, { to = path, headers = {} } = {}) {
      const page = await visitor.open(path);
      return visitor.post(to, encode({ form_token: formTokenOf(page), ...fields }), headers);
    },
    post: (path, body, headers = {}) =>
      send(
        'POST',
        path,
        { 'content-type': 'application/x-www-form-urlencoded', ...SAME_ORIGIN, ...headers },
        body,
      ),
  };

  async function send(method: string, path: string, headers: Record<string, string>, raw?: string) {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await callServer(url, method, path, {
      headers: { ...extra, ...(cookie === '' ? {} : { cookie }), ...headers },
      ...(raw === undefined ? {} : { raw }),
    });
    for (const line of answer.headers['set-cookie'] ?? []) {
      visitor.setCookies.push(line);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (line.includes('Max-Age=0')) visitor.cookies.delete(name);
      else visitor.cookies.set(name, value);
    }
    return { ...answer, location: answer.headers.location, words: wordsOf(answer.text) };
  }
  return visitor;
}

export function encode(fields: Record<string, string>): string {
  return new URLSearchParams(fields).toString();
}

/** What the form of a page sends back. */
export function formTokenOf({ text }: { text: string }): string {
  return /name="form_token" value="([^"]*)"/.exec(text)?.[1] ?? '';
}

function wordsOf(markup: string): string {
  return markup
    .replaceAll(/<head>[\s\S]*<\/head>|<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
