import type { TransferJob, Transfers } from '../../server/transfer-ports.ts';

const NEVER: TransferJob = {
  id: 'job',
  kind: 'export',
  through: 'computer',
  state: 'running',
  phase: 'reading',
  started_at: '2026-03-01T09:00:00.000Z',
  ended_at: null,
  done: 0,
  total: 0,
  path: '/a.zip',
  pages: 0,
  total_pages: 0,
  images: 0,
  total_images: 0,
  skipped: [],
  existing: 0,
  queued: 0,
  problem: null,
};

/** Transfers without a disk: what is begun never ends. */
export const noTransfers: Transfers = {
  job: null,
  startExport: () => NEVER,
  startDownload: () => ({ ...NEVER, through: 'browser' }),
  fetch: () => ({ name: 'a.zip', content: new ReadableStream() }),
  startImport: () => ({ ...NEVER, kind: 'import' }),
  receiveImport: async () => ({ ...NEVER, kind: 'import', through: 'browser', phase: 'receiving' }),
  announce: () => undefined,
  take: async (_id, at, piece) => at + piece.length,
  cancel: () => undefined,
  idle: async () => undefined,
  close: async () => undefined,
};
