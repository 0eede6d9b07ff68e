import { Table, VisuallyHidden } from '@mantine/core';
import type { AuditEntry } from './audit-filter.ts';
import { AuditRow } from './audit-row.tsx';
import classes from './audit-table.module.css';

const HEADINGS = ['When', 'Who', 'Through', 'What', 'About', 'Sitting'];

/** Entries of the log, newest first: a table, or two or three lines each where there is little room. */
export function AuditTable({
  entries,
  onSitting,
}: {
  entries: readonly AuditEntry[];
  onSitting: (sitting: string) => void;
}) {
  return (
    <div className={classes['frame']}>
      <Table className={classes['table'] ?? ''} verticalSpacing="xs" highlightOnHover>
        <Table.Thead className={classes['head'] ?? ''}>
          <Table.Tr>
            {HEADINGS.map((heading) => (
              <Table.Th key={heading}>{heading}</Table.Th>
            ))}
            <Table.Th>
              <VisuallyHidden>Details</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody className={classes['body'] ?? ''}>
          {entries.map((entry) => (
            <AuditRow key={entry.seq} entry={entry} onSitting={onSitting} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
