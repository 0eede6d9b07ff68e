import { posix } from 'node:path';
import type { DocumentStatus, DocumentType } from '../document.ts';
import { IMAGE_EXTENSION } from '../image.ts';
import type { ImageType } from '../image-type.ts';
import { fileNameFor } from './file-name.ts';
import { writeMarkdownFile } from './front-matter.ts';
import { replaceDestinations } from './link-destinations.ts';
import { withoutExtension } from './page-tree.ts';

export interface ExportedDocument {
  id: string;
  space: string;
  parent: string | null;
  title: string;
  summary: string;
  tags: string[];
  type: DocumentType;
  status: DocumentStatus;
  content: string;
  created_at: string;
  attachments: readonly ExportedAttachment[];
}

export interface ExportedAttachment {
  id: string;
  name: string;
  type: ImageType;
  sha256: string;
}

export interface ExportedFile {
  /** `<space>/<page>/<sub-page>.md`, with `/`. */
  path: string;
  text: string;
}

export interface ExportedImage {
  /** `<space>/<page>/images/<name>`, with `/`. */
  path: string;
  /** An attachment that has these bytes. */
  id: string;
}

export interface ExportPlan {
  pages: ExportedFile[];
  images: ExportedImage[];
}

const ATTACHMENT_LINK = /^\/attachments\/(att_[0-9a-z]{12})(?:[/?#].*)?$/s;
const DOCUMENT_LINK = /^\/documents\/(doc_[0-9a-z]{12})(#.*)?$/s;

/**
 * One Markdown file a document: sub-pages in a folder of their parent's name, images in a folder `images` beside
 * their page, links between them as relative paths. `planImport` of the result gives the same pages again.
 */
export function planExport(documents: readonly ExportedDocument[]): ExportPlan {
  const paths = filePaths(documents);
  const images = imagePaths(documents, paths);
  const pages = documents.map((document) => {
    const path = paths.get(document.id) ?? '';
    const content = replaceDestinations(document.content, ({ kind, raw }) => {
      const image = images.byAttachment.get(ATTACHMENT_LINK.exec(raw)?.[1] ?? '');
      if (image !== undefined) return relativeLink(path, image);
      const [, id = '', anchor = ''] = kind === 'image' ? [] : (DOCUMENT_LINK.exec(raw) ?? []);
      const target = paths.get(id);
      return target === undefined ? undefined : relativeLink(path, target) + anchor;
    });
    const { id, title, type, status, tags, summary } = document;
    return { path, text: writeMarkdownFile({ id, title, type, status, tags, summary }, content) };
  });
  return { pages, images: images.files };
}

/** Where each image goes. Images of one folder that are the same are one file. */
function imagePaths(documents: readonly ExportedDocument[], paths: ReadonlyMap<string, string>) {
  const files: ExportedImage[] = [];
  const byAttachment = new Map<string, string>();
  const byContent = new Map<string, string>();
  const taken = new Map<string, Set<string>>();
  for (const { id: document, attachments } of documents) {
    const folder = posix.join(posix.dirname(paths.get(document) ?? ''), IMAGE_FOLDER);
    for (const { id, name, type, sha256 } of attachments) {
      const content = `${folder}/${sha256}`;
      let path = byContent.get(content);
      if (path === undefined) {
        const names = taken.get(folder) ?? new Set();
        taken.set(folder, names);
        path = posix.join(folder, `${fileNameFor(withoutExtension(name), names)}.${IMAGE_EXTENSION[type]}`);
        byContent.set(content, path);
        files.push({ path, id });
      }
      byAttachment.set(id, path);
    }
  }
  return { files, byAttachment };
}

const IMAGE_FOLDER = 'images';

/** Where each document goes, by id. Older documents choose their names first, so that names stay the same. */
function filePaths(documents: readonly ExportedDocument[]): Map<string, string> {
  const byId = new Map(documents.map((document) => [document.id, document]));
  const byAge = documents.toSorted((a, b) =>
    a.created_at === b.created_at ? (a.id < b.id ? -1 : 1) : a.created_at < b.created_at ? -1 : 1,
  );
  const subPages = new Map<string, ExportedDocument[]>();
  for (const document of byAge) {
    const parent = document.parent === null ? undefined : byId.get(document.parent);
    const group = parent?.space === document.space ? parent.id : `${document.space}/`;
    const siblings = subPages.get(group);
    if (siblings) siblings.push(document);
    else subPages.set(group, [document]);
  }
  const paths = new Map<string, string>();
  const place = (group: string, folder: string): void => {
    const taken = new Set<string>();
    for (const document of subPages.get(group) ?? []) {
      const stem = posix.join(folder, fileNameFor(document.title, taken));
      paths.set(document.id, `${stem}.md`);
      place(document.id, stem);
    }
  };
  for (const space of new Set(documents.map((document) => document.space))) place(`${space}/`, space);
  return paths;
}

function relativeLink(from: string, to: string): string {
  const relative = posix.relative(posix.dirname(from), to);
  return encodeURI(relative.includes('/') ? relative : `./${relative}`);
}
