import { Text } from '@mantine/core';
import styles from './reading.module.css';

const PIECE = 4_000;

/** A text as its characters, in pieces that are laid out when they come into view. */
export function PlainText({ text }: { text: string }) {
  return (
    <>
      <Text c="dimmed" mb="md">
        This text is too long or too deeply nested to be laid out. It is shown as it was written.
      </Text>
      <div className={styles['plain']}>
        {pieces(text).map(({ start, piece }) => (
          <div key={start}>{piece}</div>
        ))}
      </div>
    </>
  );
}

/** Pieces end behind a line where there is one. */
function pieces(text: string): { start: number; piece: string }[] {
  const found = [];
  for (let start = 0; start < text.length;) {
    const newline = text.lastIndexOf('\n', start + PIECE);
    const end = newline > start ? newline + 1 : start + PIECE;
    found.push({ start, piece: text.slice(start, end) });
    start = end;
  }
  return found;
}
