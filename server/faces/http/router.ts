import createFindMyWay from 'find-my-way';
import { AppError, badRequest } from '../../errors.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

export interface Match<Handler> {
  handler: Handler;
  /** Path parameters, decoded once. */
  params: Readonly<Record<string, string | undefined>>;
  /** Everything after the first `?`, as received. */
  query: string;
}

export interface Router<Handler> {
  add(method: Method, path: string, handler: Handler): void;
  /**
   * Finds the one handler for a request. What it may do is bound to that handler, not to the text of the path.
   *
   * @throws {AppError} not_found, method_not_allowed with the allowed methods in `details.allow`, bad_request
   */
  match(method: string, url: string): Match<Handler>;
}

interface Route<Handler> {
  handler: Handler;
  path: string;
}

/** The finder is used to find only. */
const noHandler = () => undefined;

/** A request target as origin-form only, without a fragment (security A6, F12). */
const TARGET = /^\/[^#\\\s]*$/;

/**
 * Routes by exact, case-sensitive paths: no trailing slash, no double slash, no dot segment and no percent sign
 * stands for anything but itself, except inside a parameter (security A6).
 */
export function createRouter<Handler>(): Router<Handler> {
  const finder = createFindMyWay({ caseSensitive: true, querystringParser: () => ({}) });

  function find(method: Method, path: string) {
    const found = finder.find(method, path);
    if (!found) return undefined;
    const route: Route<Handler> = found.store;
    return isSpelledAs(route.path, path) ? { handler: route.handler, params: found.params } : undefined;
  }

  function methodsOf(path: string): string[] {
    const methods: string[] = METHODS.filter((method) => find(method, path) !== undefined);
    return methods.includes('GET') ? ['GET', 'HEAD', ...methods.slice(1)] : methods;
  }

  return {
    add(method, path, handler) {
      const route: Route<Handler> = { handler, path };
      finder.on(method, path, noHandler, route);
    },
    match(method, url) {
      if (!TARGET.test(url)) throw badRequest('The request target is malformed.');
      const mark = url.indexOf('?');
      const path = mark === -1 ? url : url.slice(0, mark);
      const known = METHODS.find((candidate) => candidate === (method === 'HEAD' ? 'GET' : method));
      const found = known && find(known, path);
      if (found) return { ...found, query: mark === -1 ? '' : url.slice(mark + 1) };
      const allow = methodsOf(path);
      throw allow.length === 0 ? noSuchPath() : methodNotAllowed(allow);
    },
  };
}

/** The finder decodes before it compares; an encoded disguise of a fixed part is not that part. */
function isSpelledAs(routePath: string, path: string): boolean {
  if (!path.includes('%')) return true;
  const sent = path.split('/');
  return routePath.split('/').every((part, index) => part.startsWith(':') || part === sent[index]);
}

function noSuchPath(): AppError {
  return new AppError('not_found', 'There is nothing at this path.', {
    hint: 'People start at /. What programs may call is described at /api/v1/openapi.json.',
  });
}

function methodNotAllowed(allow: string[]): AppError {
  return new AppError('method_not_allowed', `This path answers ${allow.join(', ')} only.`, {
    details: { allow },
  });
}
