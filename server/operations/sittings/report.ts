import { z } from 'zod';
import type { Sitting } from '../../domain/sitting.ts';
import type { OperationContext } from '../define.ts';

export const undoItemSchema = z.object({
  type: z.string().describe('document, change_request, deck, upload_link or what else the sitting wrote'),
  id: z.string(),
  title: z.string().nullable().describe('null where it has none, or where you may not see it'),
  outcome: z
    .enum(['undone', 'partly', 'queued', 'kept'])
    .describe(
      'undone: taken back; partly: not all of it; queued: taking it back waits for review; kept: it stays',
    ),
  did: z.array(z.string()).describe('What was taken back'),
  left: z.array(z.string()).describe('What stays, and why'),
  version: z.int().optional().describe('Version of the document that this made'),
  change_request_id: z.string().optional(),
});

export type UndoItem = z.infer<typeof undoItemSchema>;

/** What is said about one thing that the sitting touched. */
export interface ItemReport {
  title: string | null;
  did: string[];
  left: string[];
  version?: number;
  change_request_id?: string;
}

/** One run of taking back, and what comes of it. */
export interface Undoing {
  /** Its transaction is thrown away when nothing is to be changed. */
  context: OperationContext;
  sitting: Sitting;
  /** The report about a record; begun when first asked for. */
  about(type: string, id: string): ItemReport;
  /** Records to remember as dealt with, because their state does not tell. */
  marks: Set<string>;
  /** How much one commit still takes. */
  budget: { records: number; characters: number };
}

export interface UndoReport {
  about: Undoing['about'];
  /** In the order in which they were dealt with; without those about which there is nothing to say. */
  items(): UndoItem[];
}

export function createReport(): UndoReport {
  const reports = new Map<string, { type: string; id: string; report: ItemReport }>();
  return {
    about(type, id) {
      const key = `${type} ${id}`;
      const known = reports.get(key) ?? { type, id, report: { title: null, did: [], left: [] } };
      reports.set(key, known);
      return known.report;
    },
    items: () =>
      [...reports.values()].flatMap(({ type, id, report }) => {
        const outcome = outcomeOf(report);
        return outcome === undefined ? [] : [{ type, id, outcome, ...report }];
      }),
  };
}

function outcomeOf({ did, left, change_request_id: request }: ItemReport): UndoItem['outcome'] | undefined {
  if (request !== undefined) return 'queued';
  if (did.length > 0) return left.length > 0 ? 'partly' : 'undone';
  return left.length > 0 ? 'kept' : undefined;
}
