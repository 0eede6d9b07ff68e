const LONGEST = 2048;
/** Printable ASCII without backslash: everything else would have been percent-encoded by whoever made the link. */
const PATH = /^\/(?:[!-[\]-~][!-[\]-~]*)?$/;

/**
 * Where to go after signing in, when it is a path of ours, with the app's own route behind the `#`; undefined for
 * everything that could lead elsewhere (security D1: no redirect out of the request).
 */
export function ownPath(target: string | undefined): string | undefined {
  if (target === undefined || target.length > LONGEST || !PATH.test(target)) return undefined;
  const base = 'https://own.invalid';
  if (!URL.canParse(target, base)) return undefined;
  const { origin, pathname, search, hash } = new URL(target, base);
  // A path that changes when it is read is not what it looks like.
  return origin === base && !pathname.startsWith('//') ? pathname + search + hash : undefined;
}
