import { z } from 'zod';
import type { AuditEntry } from '../../domain/audit-entry.ts';
import { idSchema } from '../../domain/identifier.ts';
import { maySeeDocument } from '../../policies/documents.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { loadConnectedApp } from './load.ts';

const DAY_MS = 86_400_000;
/** Counting stops here: it is enough to see that an app is busy. */
const MOST_COUNTED = 1000;

const callSchema = z.object({
  seq: z.int(),
  at: z.string(),
  action: z.string().describe('Name of an operation, e.g. documents.update'),
  target: z
    .object({ type: z.string(), id: z.string(), title: z.string().nullable() })
    .nullable()
    .describe('`title` of a document that you can see'),
  result: z.string().describe('`ok`, or why it was refused'),
});

/** What an app did, newest first, from the audit log: "per-app activity", "calls today" (decisions, Connected apps). */
export const listAppActivity = defineOperation({
  name: 'connected_apps.activity',
  summary: 'List what an app did',
  scope: 'read',
  effect: 'read',
  reach: 'person',
  peopleHint: 'People see what their apps do in their account.',
  input: z.strictObject({
    id: idSchema('connected_app'),
    before_seq: z.int().min(1).optional().describe('Calls with a smaller number only'),
    limit: z.int().min(1).max(100).default(20),
  }),
  output: z.object({
    items: z.array(callSchema),
    calls_last_day: z.int().describe(`Calls of the last 24 hours, counted up to ${MOST_COUNTED}`),
  }),
  async run(context, { id, before_seq, limit }) {
    const { id: credential_id } = loadConnectedApp(context, id);
    const { store } = context.services;
    const since = new Date(Date.parse(context.now) - DAY_MS).toISOString();
    const entries = await store.audit({
      credential_id,
      limit,
      ...(before_seq === undefined ? {} : { before_seq }),
    });
    const lastDay = await store.audit({ credential_id, since, limit: MOST_COUNTED });
    return {
      items: entries.map(({ seq, at, action, target, result }) => ({
        seq,
        at,
        action,
        target: presentTarget(context, { target, result }),
        result,
      })),
      calls_last_day: lastDay.length,
    };
  },
});

/**
 * A page that the reader no longer sees is not named; and where a call was refused it is not even said that there is
 * such a record, for what is hidden answers as what is not there (security A2, A3).
 */
function presentTarget(
  { user, services: { store } }: OperationContext,
  { target, result }: Pick<AuditEntry, 'target' | 'result'>,
) {
  if (!target) return null;
  const document = target.type === 'document' ? store.tables.documents.get(target.id) : undefined;
  const space = document && store.tables.spaces.get(document.space_id);
  const isSeen = document !== undefined && space !== undefined && maySeeDocument(user, document, space);
  if (!isSeen && result.startsWith('refused')) return null;
  return { type: target.type, id: target.id, title: isSeen ? document.title : null };
}
