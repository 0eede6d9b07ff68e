import { crc32 } from 'node:zlib';
import type { DocumentHead } from '../domain/document.ts';

/** A document as the index takes it in: what is searched, filtered and ordered by. */
export interface SearchableDocument extends Pick<
  DocumentHead,
  'id' | 'title' | 'summary' | 'tags' | 'type' | 'status' | 'space_id' | 'author_id' | 'updated_at'
> {
  content: string;
  /** Names this state of the document: equal stamps mean that nothing searchable differs. */
  stamp: string;
}

/** The stamp of a document whose text could not be read: no head has it, so the text is asked for again. */
export const UNREAD_STAMP = '';

/**
 * The stamp of a document as its head is. The version counts every stored change, texts included; the rest is in it
 * because a workspace that was put back from a copy may count the same versions again.
 */
export function stampOf(head: DocumentHead): string {
  const { title, summary, tags, type, status, space_id, author_id, updated_at } = head;
  const fields = crc32(JSON.stringify([title, summary, tags, type, status, space_id, author_id, updated_at]));
  return `${head.version}.${fields.toString(36)}`;
}

/** @param content the text that belongs to the head, or null when it cannot be read */
export function searchableDocument(head: DocumentHead, content: string | null): SearchableDocument {
  const { id, title, summary, tags, type, status, space_id, author_id, updated_at } = head;
  return {
    id,
    title,
    summary,
    tags,
    type,
    status,
    space_id,
    author_id,
    updated_at,
    content: content ?? '',
    stamp: content === null ? UNREAD_STAMP : stampOf(head),
  };
}
