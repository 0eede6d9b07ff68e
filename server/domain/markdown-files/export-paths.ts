import { posix } from 'node:path';
import type { SlicedWork } from '../../sliced-work.ts';
import { IMAGE_EXTENSION } from '../image.ts';
import type { ImageType } from '../image-type.ts';
import { fileNameFor } from './file-name.ts';
import { withoutExtension } from './page-tree.ts';

/** What of a document says where its file goes: nothing of its text. */
export interface PlacedDocument {
  id: string;
  /** Slug. */
  space: string;
  parent: string | null;
  title: string;
  created_at: string;
  attachments: readonly PlacedAttachment[];
}

export interface PlacedAttachment {
  id: string;
  name: string;
  type: ImageType;
  sha256: string;
}

export interface ExportedImage {
  /** `<space>/<page>/images/<name>`, with `/`. */
  path: string;
  /** An attachment that has these bytes. */
  id: string;
  sha256: string;
}

export interface ExportPaths {
  /** By id of the document: `<space>/<page>/<sub-page>.md`, with `/`. */
  pages: ReadonlyMap<string, string>;
  images: readonly ExportedImage[];
  /** By id of the attachment. */
  imageOf: ReadonlyMap<string, string>;
}

const IMAGE_FOLDER = 'images';
/** Takes about two milliseconds. */
const SLICE_DOCUMENTS = 250;

/**
 * Where the files of an export go: one Markdown file a document, sub-pages in a folder of their parent's name, images
 * in a folder `images` beside their page. Older documents choose their names first, so that names stay the same.
 */
export function* planPaths(documents: readonly PlacedDocument[]): SlicedWork<ExportPaths> {
  const byAge = documents.toSorted((a, b) =>
    a.created_at === b.created_at ? (a.id < b.id ? -1 : 1) : a.created_at < b.created_at ? -1 : 1,
  );
  yield;
  const pages = yield* pagePaths(byAge);
  return { pages, ...(yield* imagePaths(byAge, pages)) };
}

function* pagePaths(byAge: readonly PlacedDocument[]): SlicedWork<Map<string, string>> {
  const groups = groupsOf(byAge);
  yield;
  const paths = new Map<string, string>();
  const folders = [...new Set(byAge.map(({ space }) => space))].map((space) => ({
    group: `${space}/`,
    folder: space,
  }));
  let placed = 0;
  for (const { group, folder } of folders) {
    const taken = new Set<string>();
    for (const document of groups.get(group) ?? []) {
      const stem = `${folder}/${fileNameFor(document.title, taken)}`;
      paths.set(document.id, `${stem}.md`);
      if (groups.has(document.id)) folders.push({ group: document.id, folder: stem });
      placed += 1;
      if (placed % SLICE_DOCUMENTS === 0) yield;
    }
  }
  return paths;
}

/** Pages that stand together: by the id of their parent, or by `<space>/` at the top. */
function groupsOf(byAge: readonly PlacedDocument[]): Map<string, PlacedDocument[]> {
  const byId = new Map(byAge.map((document) => [document.id, document]));
  return Map.groupBy(byAge, ({ parent: above, space }) => {
    const parent = above === null ? undefined : byId.get(above);
    return parent?.space === space ? parent.id : `${space}/`;
  });
}

/** Images of one folder that are the same are one file. */
function* imagePaths(
  byAge: readonly PlacedDocument[],
  pages: ReadonlyMap<string, string>,
): SlicedWork<Pick<ExportPaths, 'images' | 'imageOf'>> {
  const images: ExportedImage[] = [];
  const imageOf = new Map<string, string>();
  const byContent = new Map<string, string>();
  const taken = new Map<string, Set<string>>();
  let seen = 0;
  for (const { id: document, attachments } of byAge) {
    seen += 1;
    if (seen % SLICE_DOCUMENTS === 0) yield;
    if (attachments.length === 0) continue;
    const folder = posix.join(posix.dirname(pages.get(document) ?? ''), IMAGE_FOLDER);
    for (const { id, name, type, sha256 } of attachments) {
      const content = `${folder}/${sha256}`;
      let path = byContent.get(content);
      if (path === undefined) {
        const names = taken.get(folder) ?? new Set();
        taken.set(folder, names);
        path = `${folder}/${fileNameFor(withoutExtension(name), names)}.${IMAGE_EXTENSION[type]}`;
        byContent.set(content, path);
        images.push({ path, id, sha256 });
      }
      imageOf.set(id, path);
    }
  }
  return { images, imageOf };
}
