import type { AuditEntry } from './audit-filter.ts';
import classes from './audit-table.module.css';
import { detailLines } from './detail-words.ts';

/** Everything that an entry holds. */
export function EntryDetails({ entry }: { entry: AuditEntry }) {
  return (
    <dl className={classes['lines']}>
      {detailLines(entry).map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
