import { planPaths, type ExportPaths, type PlacedDocument } from '../domain/markdown-files/export-paths.ts';
import type { Services } from '../operations/define.ts';
import type { SlicedWork } from '../sliced-work.ts';
import { sourceOfPage, type WantedFile } from './plan-mirror.ts';

export interface WantedFiles {
  files: WantedFile[];
  paths: ExportPaths;
}

const SLICE_DOCUMENTS = 500;

/** The files that an export of the whole workspace has: every document outside the Trash, drafts too. */
export function* wantedFiles({ store, views }: Pick<Services, 'store' | 'views'>): SlicedWork<WantedFiles> {
  const { documents, spaces } = store.tables;
  const heads = [...documents.all()].filter(({ trashed }) => trashed === null);
  const placed: PlacedDocument[] = [];
  for (const { id, space_id: spaceId, parent_id: parent, title, created_at } of heads) {
    const space = spaces.get(spaceId)?.slug;
    if (space === undefined) continue;
    placed.push({ id, space, parent, title, created_at, attachments: views.attachmentsOf(id) });
    if (placed.length % SLICE_DOCUMENTS === 0) yield;
  }
  const paths = yield* planPaths(placed);
  const files: WantedFile[] = [];
  for (const head of heads) {
    const path = paths.pages.get(head.id);
    if (path === undefined) continue;
    files.push({ path, kind: 'page', id: head.id, source: sourceOfPage(head) });
    if (files.length % SLICE_DOCUMENTS === 0) yield;
  }
  for (const { path, id, sha256 } of paths.images) files.push({ path, kind: 'image', id, source: sha256 });
  return { files, paths };
}
