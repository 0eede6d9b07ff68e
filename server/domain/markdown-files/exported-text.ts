import { posix } from 'node:path';
import type { SlicedWork } from '../../sliced-work.ts';
import type { DocumentStatus, DocumentType } from '../document.ts';
import type { ExportPaths, PlacedDocument } from './export-paths.ts';
import { writeMarkdownFile } from './front-matter.ts';
import { replaceDestinationsInSlices } from './link-destinations.ts';

export interface ExportedDocument extends PlacedDocument {
  summary: string;
  tags: string[];
  type: DocumentType;
  status: DocumentStatus;
  content: string;
}

const ATTACHMENT_LINK = /^\/attachments\/(att_[0-9a-z]{12})(?:[/?#].*)?$/s;
const DOCUMENT_LINK = /^\/documents\/(doc_[0-9a-z]{12})(#.*)?$/s;
/** A text without any of these has no link that changes. */
const LINK_STARTS = ['/attachments/att_', '/documents/doc_'];

/**
 * The text of a document's file, with links between documents and to their images as relative paths. `planImport` of
 * all files gives the same pages again.
 *
 * @param onLink called with the id of each document and attachment that the text links to, known or not
 */
export function* exportedText(
  document: Omit<ExportedDocument, keyof PlacedDocument> & Pick<PlacedDocument, 'id' | 'title'>,
  { pages, imageOf }: Pick<ExportPaths, 'pages' | 'imageOf'>,
  onLink: (id: string) => void = () => undefined,
): SlicedWork<string> {
  const { id, title, type, status, tags, summary, content } = document;
  const fields = { id, title, type, status, tags, summary };
  if (!LINK_STARTS.some((start) => content.includes(start))) return writeMarkdownFile(fields, content);
  const path = pages.get(id) ?? '';
  const linked = yield* replaceDestinationsInSlices(content, ({ kind, raw }) => {
    const [, attachment] = ATTACHMENT_LINK.exec(raw) ?? [];
    const [, page, anchor = ''] = kind === 'image' ? [] : (DOCUMENT_LINK.exec(raw) ?? []);
    const linkedId = attachment ?? page;
    if (linkedId === undefined) return undefined;
    onLink(linkedId);
    const target = attachment === undefined ? pages.get(linkedId) : imageOf.get(linkedId);
    return target === undefined ? undefined : relativeLink(path, target) + anchor;
  });
  return writeMarkdownFile(fields, linked);
}

function relativeLink(from: string, to: string): string {
  const relative = posix.relative(posix.dirname(from), to);
  return encodeURI(relative.includes('/') ? relative : `./${relative}`);
}
