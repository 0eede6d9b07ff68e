import { useState } from 'react';
import { useClient } from '../../client/client.tsx';
import { announceDone, announceFailure } from '../../feedback/announce.ts';
import { asCsv, asJson, saveFile } from './audit-export.ts';
import { queryOf, type AuditEntry, type AuditFilter } from './audit-filter.ts';

/** Entries of one call, the most that one answers. */
const STEP = 1_000;
/** More would fill the memory of a phone; a shorter time is then asked for. */
const MOST = 200_000;

const FORMATS = {
  csv: { type: 'text/csv;charset=utf-8', write: asCsv },
  json: { type: 'application/json', write: asJson },
};

export type ExportFormat = keyof typeof FORMATS;

/** Saves every entry that a filter lets through as a file; `count` is how many came so far, null when none is running. */
export function useAuditExport(filter: AuditFilter): {
  count: number | null;
  save: (format: ExportFormat) => void;
} {
  const client = useClient();
  const [count, setCount] = useState<number | null>(null);

  async function collect(): Promise<AuditEntry[]> {
    const entries: AuditEntry[] = [];
    for (;;) {
      const last = entries.at(-1);
      const { items } = await client.call('audit.list', {
        ...queryOf(filter),
        ...(last && { before_seq: last.seq }),
        limit: STEP,
      });
      entries.push(...items);
      setCount(entries.length);
      if (items.length < STEP || entries.length >= MOST || items.at(-1)?.seq === 1) return entries;
    }
  }

  async function save(format: ExportFormat): Promise<void> {
    setCount(0);
    try {
      const entries = await collect();
      const { type, write } = FORMATS[format];
      saveFile(`audit-log-${new Date().toISOString().slice(0, 10)}.${format}`, type, write(entries));
      announceDone(
        entries.length >= MOST
          ? `The latest ${MOST.toLocaleString()} entries were saved: choose a shorter time for older ones.`
          : `${entries.length.toLocaleString()} entries were saved.`,
      );
    } finally {
      setCount(null);
    }
  }

  return {
    count,
    save: (format) => {
      save(format).catch((error: unknown) => {
        announceFailure(error instanceof Error ? error : new Error(String(error)));
      });
    },
  };
}
