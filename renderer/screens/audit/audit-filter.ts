import type { InputOf, OutputOf } from '../../../server/faces/app/contract.ts';

export type AuditEntry = OutputOf<'audit.list'>['items'][number];
export type AuditQuery = InputOf<'audit.list'>;

/** What is asked for, as the fields hold it: empty means anything. */
export interface AuditFilter {
  /** Days, `2026-11-21`, in the reader’s own time. */
  from: string;
  to: string;
  username: string;
  via: string;
  action: string;
  sitting: string;
}

export const ANYTHING: AuditFilter = { from: '', to: '', username: '', via: '', action: '', sitting: '' };

const DAY_MS = 86_400_000;

/** The query for a filter. Both days count whole, as they are where the reader is. */
export function queryOf(filter: AuditFilter): AuditQuery {
  const { from, to, username, via, action, sitting } = filter;
  return {
    ...(from !== '' && { since: startOf(from).toISOString() }),
    ...(to !== '' && { until: new Date(startOf(to).getTime() + DAY_MS - 1).toISOString() }),
    ...(username !== '' && { username }),
    ...(isVia(via) && { via }),
    ...(action !== '' && { action }),
    ...(sitting !== '' && { sitting }),
  };
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00`);
}

const VIAS: Record<NonNullable<AuditQuery['via']>, true> = {
  rest: true,
  mcp: true,
  app: true,
  cli: true,
  upload: true,
  system: true,
};

function isVia(value: string): value is NonNullable<AuditQuery['via']> {
  return Object.hasOwn(VIAS, value);
}
