import type { RootContent } from 'hast';
import { memo, startTransition, useEffect, useMemo, useState } from 'react';
import type { ReadText } from './parse/read-text.ts';
import { PlainText } from './plain-text.tsx';
import { ReadingContext, type Ticks } from './reading-context.ts';
import { showElements } from './elements.tsx';
import styles from './reading.module.css';

/** Blocks that are put on the page together; the first ones at once, the others while the reader reads them. */
const BLOCKS_IN_PIECE = 60;

/**
 * A text that was read, as it is shown.
 *
 * @param source the Markdown, for a text that cannot be shown as more than that
 */
export function MarkdownBody({
  text,
  source,
  documentId,
  idPrefix,
  ticks,
}: {
  text: ReadText;
  source: string;
  documentId: string | null;
  idPrefix: string;
  ticks: Ticks;
}) {
  const reading = useMemo(() => ({ documentId, idPrefix, ticks }), [documentId, idPrefix, ticks]);
  return (
    <ReadingContext value={reading}>
      <div className={styles['text']} data-text={text.kind}>
        {text.kind === 'plain' ? <PlainText text={source} /> : <Pieces blocks={text.tree.children} />}
      </div>
    </ReadingContext>
  );
}

function Pieces({ blocks }: { blocks: RootContent[] }) {
  const pieces = useMemo(() => inPieces(blocks), [blocks]);
  const [shown, setShown] = useState(1);
  useEffect(() => {
    if (shown < pieces.length) startTransition(() => setShown(shown + 1));
  }, [shown, pieces.length]);
  const [first] = pieces;
  if (pieces.length < 2) return first ? <Piece blocks={first} /> : null;
  return pieces.slice(0, shown).map((piece, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a piece is its place in the text
    <div key={index} className={styles['piece']}>
      <Piece blocks={piece} />
    </div>
  ));
}

const Piece = memo(function Piece({ blocks }: { blocks: RootContent[] }) {
  return showElements(blocks);
});

function inPieces(blocks: RootContent[]): RootContent[][] {
  const pieces = [];
  for (let start = 0; start < blocks.length; start += BLOCKS_IN_PIECE * 2)
    pieces.push(blocks.slice(start, start + BLOCKS_IN_PIECE * 2));
  return pieces;
}
