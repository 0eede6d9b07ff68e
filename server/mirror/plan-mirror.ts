import { hash } from 'node:crypto';
import type { DocumentHead } from '../domain/document.ts';
import type { SlicedWork } from '../sliced-work.ts';
import type { WrittenFile } from './manifest.ts';

/** A file that the mirror should have. */
export interface WantedFile {
  path: string;
  kind: 'page' | 'image';
  /** Of the document, or of the attachment. */
  id: string;
  /** Changes when the content may have, whatever it links to; of an image its SHA-256. */
  source: string;
}

export interface MirrorPlan {
  /** Those that have to be written: new, changed, moved here, or linking to what has moved. */
  write: WantedFile[];
  /** Those that are written already. */
  keep: WantedFile[];
  /** Paths of those that nothing stands behind any more. */
  remove: string[];
}

/** What a page's file is made from, but for the paths of what it links to. Never the same for two states of a page. */
export function sourceOfPage(head: DocumentHead): string {
  const { version, updated_at, title, type, status, tags, summary } = head;
  return JSON.stringify([version, updated_at, title, type, status, tags, summary]);
}

/**
 * What a file is made from, as a short mark: its source, and where its links lead.
 *
 * @param pathOf the path of a document or an attachment, undefined when it has none
 */
export function basisOf(
  { source }: Pick<WantedFile, 'source'>,
  links: readonly string[],
  pathOf: (id: string) => string | undefined,
): string {
  return hash('sha256', JSON.stringify([source, links.map((id) => pathOf(id) ?? null)])).slice(0, 32);
}

const SLICE_FILES = 500;

/** What has to be done so that the mirror is as it should be, as far as the list of what was written tells. */
export function* planMirror(
  wanted: readonly WantedFile[],
  written: ReadonlyMap<string, WrittenFile>,
  pathOf: (id: string) => string | undefined,
): SlicedWork<MirrorPlan> {
  const plan: MirrorPlan = { write: [], keep: [], remove: [] };
  const paths = new Set<string>();
  for (const file of wanted) {
    paths.add(file.path);
    const known = written.get(file.path);
    const isSame =
      known !== undefined && known.id === file.id && known.from === basisOf(file, known.links ?? [], pathOf);
    (isSame ? plan.keep : plan.write).push(file);
    if (paths.size % SLICE_FILES === 0) yield;
  }
  for (const path of written.keys()) if (!paths.has(path)) plan.remove.push(path);
  return plan;
}
