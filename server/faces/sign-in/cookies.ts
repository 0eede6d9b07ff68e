import type { SessionListener } from '../../domain/session.ts';
import type { HttpContext } from '../http/request-context.ts';

/** What a browser keeps for us. */
export type CookieKind = 'session' | 'browser';

/** Each listener has names of its own, so that neither takes the other's (design §3). */
const NAMES: Readonly<Record<SessionListener, Readonly<Record<CookieKind, string>>>> = {
  public: { session: 'cpl_session', browser: 'cpl_browser' },
  local: { session: 'cpl_local_session', browser: 'cpl_local_browser' },
};

/**
 * The name of a cookie. On https it can be set by this very host over https only, not by a neighbour or by somebody
 * on the line (security P5, RFC 6265bis "__Host-").
 */
export function cookieName(listener: SessionListener, kind: CookieKind, isSecure: boolean): string {
  return `${isSecure ? '__Host-' : ''}${NAMES[listener][kind]}`;
}

/** Whether the browser sees https. */
export const isSecure = ({ state }: HttpContext): boolean => state.baseUrl.startsWith('https:');

/** The value of a cookie; undefined when there is none, or more than one of that name, of which one is not ours. */
export function readCookie({ req }: HttpContext, name: string): string | undefined {
  const values: string[] = [];
  for (const part of (req.headers.cookie ?? '').split(';')) {
    const mark = part.indexOf('=');
    if (mark !== -1 && part.slice(0, mark).trim() === name) values.push(part.slice(mark + 1).trim());
  }
  return values.length === 1 ? values[0] : undefined;
}

/**
 * Sets a cookie that no script reads and no other site's form or picture brings.
 *
 * @param maxAgeSeconds 0 removes it
 */
export function setCookie(ctx: HttpContext, name: string, value: string, maxAgeSeconds: number): void {
  const secure = isSecure(ctx) ? '; Secure' : '';
  ctx.state.head.push(
    'Set-Cookie',
    `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`,
  );
}
