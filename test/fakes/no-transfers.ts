import { NOTHING_YET } from '../../server/transfer/transfer-jobs.ts';
import type { TransferJob, Transfers } from '../../server/transfer-ports.ts';

const NEVER: TransferJob = {
  ...NOTHING_YET,
  id: 'job',
  kind: 'export',
  through: 'computer',
  phase: 'reading',
  started_at: '2026-03-01T09:00:00.000Z',
  path: '/a.zip',
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
  draftsOf: () => [],
  cancel: () => undefined,
  idle: async () => undefined,
  close: async () => undefined,
};
