/** Where a link of a text leads, as far as it may lead anywhere (security H1: https, http, mailto and ours only). */
export type Destination =
  | { kind: 'web'; href: string }
  | { kind: 'document'; id: string; anchor: string | null }
  | { kind: 'anchor'; anchor: string }
  | { kind: 'attachment'; path: string };

const SCHEMES: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:']);
const DOCUMENT = /^\/documents\/(doc_[0-9a-z]{12})\/?(?:#(.{1,300}))?$/;
const ATTACHMENT = /^\/attachments\/att_[0-9a-z]{12}(?:\/[\w.%-]{1,200})?$/;
const LONGEST = 2000;

/**
 * Reads the address of a link or an image. An address with a scheme is what the URL parser takes it for, so that no
 * spelling of `javascript:` gets past; one without leads to a heading, a document or an attachment, or nowhere.
 *
 * @param ownOrigins origins, such as `https://notes.example`, whose documents are this workspace's own
 */
export function destinationOf(address: string, ownOrigins: readonly string[]): Destination | undefined {
  if (address.length > LONGEST) return undefined;
  if (!URL.canParse(address)) return ownDestination(address);
  const url = new URL(address);
  if (!SCHEMES.has(url.protocol)) return undefined;
  const own = ownOrigins.includes(url.origin) ? ownDestination(`${url.pathname}${url.hash}`) : undefined;
  return own ?? { kind: 'web', href: url.href };
}

function ownDestination(path: string): Destination | undefined {
  if (path.startsWith('#') && path.length > 1) return { kind: 'anchor', anchor: readable(path.slice(1)) };
  const [, id, anchor] = DOCUMENT.exec(path) ?? [];
  if (id !== undefined) return { kind: 'document', id, anchor: anchor ? readable(anchor) : null };
  return ATTACHMENT.test(path) ? { kind: 'attachment', path: `.${path}` } : undefined;
}

/** Letters instead of `%C3%A4`, where the escapes are whole. */
export function readable(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
