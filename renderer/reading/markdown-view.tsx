import { useId, useMemo } from 'react';
import { MarkdownBody } from './markdown-body.tsx';
import { useOwnTicks } from './own-ticks.ts';
import { useReadText } from './use-read-text.ts';

/**
 * A Markdown text as its readers see it, with all blocks live: for previews, reviews, versions and templates. A
 * document that is read has `DocumentText`, which also keeps the reader's ticks.
 *
 * @param documentId the document that the text belongs to, for links to its sections
 * @param title stands above the text already: a first heading that says the same is left out
 */
export function MarkdownView({
  content,
  documentId,
  title,
}: {
  content: string;
  documentId?: string;
  title?: string;
}) {
  const idPrefix = `text-${useId().replaceAll(/[^\w-]/g, '')}-`;
  const options = useMemo(
    () => ({ ownOrigins: [location.origin], idPrefix, ...(title !== undefined && { title }) }),
    [idPrefix, title],
  );
  const text = useReadText(content, options);
  const ticks = useOwnTicks();
  if (!text) return null;
  return (
    <MarkdownBody
      text={text}
      source={content}
      documentId={documentId ?? null}
      idPrefix={idPrefix}
      ticks={ticks}
    />
  );
}
