import type { InputOf } from '../../../../server/faces/app/contract.ts';

/** Pictures that are shown at a time. */
export const PICTURES_SHOWN = 10;

/** Asks for the pictures of a document; `page` from 1. */
export function picturesOf(documentId: string, page: number): InputOf<'attachments.list'> {
  return { doc_id: documentId, limit: PICTURES_SHOWN, offset: (page - 1) * PICTURES_SHOWN };
}

export const firstPictures = (documentId: string) => picturesOf(documentId, 1);

/** Asks for all open upload links of a document: one person has twenty at most. */
export function openLinksOf(documentId: string): InputOf<'upload_links.list'> {
  return { document: documentId, limit: 100 };
}
