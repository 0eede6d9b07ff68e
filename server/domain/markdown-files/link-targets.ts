import { posix } from 'node:path';
import { withoutExtension, type TreePage } from './page-tree.ts';

export type LinkTarget =
  /** A page of this import; `suffix` is the `#anchor`, or empty. */
  | { kind: 'page'; path: string; suffix: string }
  /** Another file of the folder, such as a licence or an image. */
  | { kind: 'file'; path: string }
  /** A web address, an anchor on the same page, a link to a document that exists already. */
  | { kind: 'elsewhere' }
  | { kind: 'nowhere' };

const SCHEME_OR_HOST = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;
const EXISTING_DOCUMENT = /^\/documents\/doc_[0-9a-z]{12}(?:[?#]|$)/;

/**
 * Finds what a link in one file of a folder means. A path is tried as written, without its extension (sites link
 * to `guide/` for `guide.md`), and without regard to case; one that starts with `/` is taken from the top of the
 * folder, also without its first part, because sites are published below a base path such as `/en/`.
 */
export function linkTargetFinder(pages: readonly TreePage[], otherFiles: ReadonlySet<string>) {
  const byPath = new Map<string, string>();
  const remember = (key: string, path: string) => {
    if (!byPath.has(key)) byPath.set(key, path);
  };
  for (const page of pages) remember(page.path, page.path);
  for (const page of pages) if (!page.isFolder) remember(withoutExtension(page.path), page.path);
  for (const page of pages) rememberFolder(page, remember);
  for (const [key, path] of Array.from(byPath)) remember(key.toLowerCase(), path);

  const find = (path: string) => byPath.get(path) ?? byPath.get(path.toLowerCase());

  return (from: string, raw: string): LinkTarget => {
    if (raw === '' || raw.startsWith('#') || SCHEME_OR_HOST.test(raw) || EXISTING_DOCUMENT.test(raw)) {
      return { kind: 'elsewhere' };
    }
    const { path, suffix } = split(raw);
    if (path === '') return { kind: 'elsewhere' };
    for (const candidate of candidates(from, path)) {
      const page = find(candidate);
      if (page !== undefined) return { kind: 'page', path: page, suffix };
      if (otherFiles.has(candidate)) return { kind: 'file', path: candidate };
    }
    return { kind: 'nowhere' };
  };
}

/** `guide/index.md` answers for `guide` too. */
function rememberFolder(page: TreePage, remember: (key: string, path: string) => void): void {
  const stem = withoutExtension(page.path);
  if (!page.isFolder && /^(?:index|readme)$/i.test(posix.basename(stem)))
    remember(posix.dirname(page.path), page.path);
}

function split(raw: string): { path: string; suffix: string } {
  const hash = raw.indexOf('#');
  const suffix = hash === -1 ? '' : raw.slice(hash);
  const [path = ''] = (hash === -1 ? raw : raw.slice(0, hash)).split('?', 1);
  const unescaped = path.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&amp;', '&');
  try {
    return { path: decodeURIComponent(unescaped), suffix };
  } catch {
    return { path: unescaped, suffix };
  }
}

function candidates(from: string, path: string): string[] {
  if (!path.startsWith('/')) return [normalize(posix.join(posix.dirname(from), path))];
  const fromTop = normalize(path);
  const belowBase = fromTop.split('/').slice(1).join('/');
  return belowBase === '' ? [fromTop] : [fromTop, belowBase];
}

function normalize(path: string): string {
  return posix.normalize(path).replaceAll(/^\/+|\/+$/g, '');
}
