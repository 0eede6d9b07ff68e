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
  /** Names of the path's parameters, from the left. */
  parameters: readonly string[];
}

/** Where a path has got to: what may stand next, and what answers if nothing does. */
interface Place<Handler> {
  fixed: Map<string, Place<Handler>>;
  parameter: Place<Handler> | undefined;
  routes: Map<Method, Route<Handler>>;
}

/** A request target as origin-form only, without a fragment (security A6, F12). */
const TARGET = /^\/[^#\\\s]*$/;

/**
 * Routes by exact, case-sensitive paths: no trailing slash, no double slash, no dot segment and no percent sign
 * stands for anything but itself, except inside a parameter (security A6). A parameter is one whole, non-empty
 * segment; a fixed one goes before it.
 */
export function createRouter<Handler>(): Router<Handler> {
  const root = newPlace<Handler>();

  function find(method: Method, segments: readonly string[]) {
    const found = follow(root, method, segments);
    if (!found) return undefined;
    const { route, values } = found;
    const params: Record<string, string | undefined> = {};
    for (const [at, name] of route.parameters.entries()) params[name] = values[at];
    return { handler: route.handler, params };
  }

  function methodsOf(segments: readonly string[]): string[] {
    const methods: string[] = METHODS.filter((method) => find(method, segments) !== undefined);
    return methods.includes('GET') ? ['GET', 'HEAD', ...methods.slice(1)] : methods;
  }

  return {
    add(method, path, handler) {
      const parameters: string[] = [];
      let place = root;
      for (const segment of segmentsOf(path)) {
        if (segment.startsWith(':')) parameters.push(segment.slice(1));
        place = segment.startsWith(':') ? (place.parameter ??= newPlace()) : fixedPlace(place, segment);
      }
      if (place.routes.has(method)) throw new Error(`${method} ${path} has a handler already.`);
      place.routes.set(method, { handler, parameters });
    },
    match(method, url) {
      if (!TARGET.test(url)) throw badRequest('The request target is malformed.');
      const mark = url.indexOf('?');
      const segments = segmentsOf(mark === -1 ? url : url.slice(0, mark));
      const known = METHODS.find((candidate) => candidate === (method === 'HEAD' ? 'GET' : method));
      const found = known && find(known, segments);
      if (found) return { ...found, query: mark === -1 ? '' : url.slice(mark + 1) };
      const allow = methodsOf(segments);
      throw allow.length === 0 ? noSuchPath() : methodNotAllowed(allow);
    },
  };
}

function newPlace<Handler>(): Place<Handler> {
  return { fixed: new Map(), parameter: undefined, routes: new Map() };
}

function fixedPlace<Handler>({ fixed }: Place<Handler>, segment: string): Place<Handler> {
  const place = fixed.get(segment) ?? newPlace<Handler>();
  fixed.set(segment, place);
  return place;
}

function segmentsOf(path: string): string[] {
  return path.slice(1).split('/');
}

/** The route at the end of the segments, from `at` on, and the values of its parameters, from the left. */
function follow<Handler>(
  place: Place<Handler>,
  method: Method,
  segments: readonly string[],
  at = 0,
  values: readonly string[] = [],
): { route: Route<Handler>; values: readonly string[] } | undefined {
  const segment = segments[at];
  if (segment === undefined) {
    const route = place.routes.get(method);
    return route && { route, values };
  }
  const fixed = place.fixed.get(segment);
  const found = fixed && follow(fixed, method, segments, at + 1, values);
  if (found || !place.parameter) return found;
  const value = decoded(segment);
  return value === '' ? undefined : follow(place.parameter, method, segments, at + 1, [...values, value]);
}

/** A parameter's text; empty when its percent signs mean nothing. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
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
