import type { AuditEntry } from './audit-filter.ts';

const COLUMNS = [
  'seq',
  'at',
  'username',
  'via',
  'client',
  'action',
  'target_type',
  'target_id',
  'subject',
  'result',
  'sitting',
  'ip',
  'request_id',
  'details',
] as const;

/** Entries as a table for spreadsheets (RFC 4180), with a heading line. */
export function asCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.map((entry) => {
    const { target, details, ...rest } = entry;
    const values: Partial<Record<string, string | number | null>> = {
      ...rest,
      target_type: target?.type,
      target_id: target?.id,
      details: details === null ? '' : JSON.stringify(details),
    };
    return COLUMNS.map((column) => cell(values[column])).join(',');
  });
  return [COLUMNS.join(','), ...rows, ''].join('\r\n');
}

/** A cell that begins like a formula would be run by a spreadsheet; an apostrophe makes it text. */
function cell(value: string | number | null | undefined): string {
  const text = String(value ?? '');
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Entries as JSON, one array, the names as everywhere else. */
export function asJson(entries: readonly AuditEntry[]): string {
  return `${JSON.stringify(entries, null, 2)}\n`;
}

/** Lets the browser keep a text as a file. */
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
