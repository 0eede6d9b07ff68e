import { isId } from '../domain/identifier.ts';
import type { CheckContext } from './check.ts';

const LINK = /\/documents\/(doc_[0-9A-Za-z]*)/g;
const IMAGE = /\/attachments\/(att_[0-9A-Za-z]*)/g;

/** The ids in a text that look like links to documents and lead nowhere. */
export function* brokenLinks(text: string, context: CheckContext): Generator<string> {
  if (!text.includes('/documents/doc_')) return;
  for (const { 1: id = '' } of text.matchAll(LINK)) {
    if (!isId('document', id) || !context.resolves(id)) yield id;
  }
}

/** The ids in a text that look like those of attachments and are none that the author may see. */
export function* brokenImages(text: string, context: CheckContext): Generator<string> {
  if (!text.includes('/attachments/att_')) return;
  for (const { 1: id = '' } of text.matchAll(IMAGE)) {
    if (!isId('attachment', id) || !context.resolvesImage(id)) yield id;
  }
}
