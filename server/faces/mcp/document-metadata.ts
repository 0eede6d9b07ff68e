/** A document's metadata, for replies where its text stands elsewhere or is known to the caller. */
export function documentMetadata<Document extends { content: string }>(
  document: Document,
): Omit<Document, 'content'> {
  const { content: _content, ...metadata } = document;
  return metadata;
}
