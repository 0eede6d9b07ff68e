import type { TransferJob, Transfers } from '../../server/transfer-ports.ts';

const NEVER: TransferJob = {
  id: 'job',
  kind: 'export',
  state: 'running',
  started_at: '2026-03-01T09:00:00.000Z',
  ended_at: null,
  done: 0,
  total: 0,
  path: '/a.zip',
  pages: 0,
  images: 0,
  skipped: [],
  existing: 0,
  queued: 0,
  problem: null,
};

/** Transfers without a disk: what is begun never ends. */
export const noTransfers: Transfers = {
  job: null,
  startExport: () => NEVER,
  startImport: () => ({ ...NEVER, kind: 'import' }),
  idle: async () => undefined,
  close: async () => undefined,
};
