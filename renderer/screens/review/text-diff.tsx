import { Text, VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import { diffRows, type DiffRow } from './diff-rows.ts';
import classes from './text-diff.module.css';

const SIGNS = { kept: ' ', removed: '−', added: '+' };
const WORDS = { kept: '', removed: 'Removed: ', added: 'Added: ' };

/** What changes from one text to the other, as source. */
export function TextDiff({ before, after, label }: { before: string; after: string; label: string }) {
  const rows = useMemo(() => diffRows(before, after), [before, after]);
  if (rows.length === 0) return <Text c="dimmed">The text stays as it is.</Text>;
  return (
    <div className={classes['frame'] ?? ''}>
      <table className={classes['diff'] ?? ''} aria-label={label}>
        <tbody>
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows have no other identity and never move
            <Row key={index} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row }: { row: DiffRow }) {
  if (row.kind === 'skipped')
    return (
      <tr className={classes['skipped'] ?? ''}>
        <td colSpan={4}>{row.count === 1 ? '1 more line' : `${row.count} more lines`}</td>
      </tr>
    );
  return (
    <tr className={classes[row.kind] ?? ''}>
      <td className={classes['number'] ?? ''}>{row.oldLine}</td>
      <td className={classes['number'] ?? ''}>{row.newLine}</td>
      <td className={classes['sign'] ?? ''} aria-hidden>
        {SIGNS[row.kind]}
      </td>
      <td className={classes['text'] ?? ''}>
        <VisuallyHidden>{WORDS[row.kind]}</VisuallyHidden>
        {row.pieces.map(({ text, isChanged }, index) =>
          // oxlint-disable-next-line react/no-array-index-key -- pieces have no other identity and never move
          isChanged ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
        )}
      </td>
    </tr>
  );
}
