import { basename, relative, sep } from 'node:path';
import { IMAGE_EXTENSION } from '../../domain/image.ts';
import { FILED_NAMES, layoutOf, RESIDENT_NAMES } from '../layout.ts';

/** Last in the archive: it has the checksums of all others. */
export const MANIFEST = 'manifest.json';

const LAYOUT = layoutOf(sep);
const within = (path: string) => relative(LAYOUT.root, path).replaceAll(sep, '/');
const inFolder = (name: keyof typeof LAYOUT.folders, file: string) =>
  `${within(LAYOUT.folders[name])}/${file}`;

const ID = '[A-Za-z0-9][A-Za-z0-9_-]{0,63}';
const NUMBER = '[0-9]{12,15}';

/**
 * The keys that belong to a backup: that of the audit chain, without which no entry could be verified, and those that
 * connected apps trust. Keys of other services stay where they are and are entered again after a restore (security E9).
 */
export const KEPT_SECRETS = [
  basename(LAYOUT.auditKey),
  basename(LAYOUT.auditKeyCopy),
  basename(LAYOUT.ownSecret('oauth')),
] as const;

const literal = (text: string) => text.replaceAll('.', '\\.');

const PATHS = [
  literal(within(LAYOUT.workspace)),
  literal(within(LAYOUT.filed)),
  inFolder('collections', `(?:${RESIDENT_NAMES.join('|')})\\.json`),
  ...FILED_NAMES.map((name) => inFolder(name, `${ID}\\.json`)),
  inFolder('versions', `${ID}/[1-9][0-9]{0,8}\\.json`),
  inFolder('attachments', `[0-9a-f]{64}\\.(?:${[...new Set(Object.values(IMAGE_EXTENSION))].join('|')})`),
  inFolder('audit', `[0-9]{4}-[0-9]{2}\\.jsonl`),
  inFolder('journal', `${NUMBER}\\.jsonl`),
  inFolder('snapshot', `${NUMBER}\\.jsonl`),
  inFolder('secrets', `(?:${KEPT_SECRETS.map(literal).join('|')})`),
];
const AUDIT = `${within(LAYOUT.folders.audit)}/`;
const PICTURES = `${within(LAYOUT.folders.attachments)}/`;
const KNOWN = new RegExp(`^(?:${PATHS.join('|')})$`);

/**
 * Whether a path is one that a workspace has, with `/` between its parts. Nothing else goes into a backup, and nothing
 * else comes out of one: no other name can reach the disk (security Z1, Z2).
 */
export function isWorkspacePath(path: string): boolean {
  return KNOWN.test(path);
}

/** Whether a path is one of the content of a picture. */
export function isPicturePath(path: string): boolean {
  return path.startsWith(PICTURES);
}

/** Whether a path is one of a month of the audit log. */
export function isAuditPath(path: string): boolean {
  return path.startsWith(AUDIT);
}
