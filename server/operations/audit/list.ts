import { z } from 'zod';
import { idSchema } from '../../domain/identifier.ts';
import { usernameSchema } from '../../domain/user.ts';
import { defineOperation } from '../define.ts';
import { findUser, unknownUser } from '../people.ts';
import { requireAdmin } from '../perform.ts';
import { subjectOf } from './subject.ts';

const auditEntrySchema = z.object({
  seq: z.int(),
  at: z.string(),
  user_id: z.string().nullable(),
  username: z.string().nullable(),
  via: z.string(),
  client: z.string().nullable(),
  credential_id: z.string().nullable(),
  ip: z.string().nullable(),
  request_id: z.string(),
  action: z.string(),
  target: z.object({ type: z.string(), id: z.string() }).nullable(),
  subject: z
    .string()
    .nullable()
    .describe(
      'Name of what it is about, as it is now, or was where it is gone; null for what has none, such as the settings',
    ),
  result: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullable(),
  sitting: z.string().optional().describe('Of a write through an app or a token: the sitting it belongs to'),
});

const timeSchema = z.iso
  .datetime({ offset: true, message: 'must be a time such as 2026-11-21T08:00:00Z' })
  .transform((time) => new Date(time).toISOString());

/** The audit log, newest first. */
export const listAudit = defineOperation({
  name: 'audit.list',
  summary: 'Read the audit log',
  scope: 'read',
  effect: 'read',
  reach: 'local',
  input: z.strictObject({
    since: timeSchema.optional(),
    until: timeSchema.optional(),
    username: usernameSchema.optional(),
    action: z.string().max(100).optional().describe('Name of an operation, e.g. documents.update'),
    via: z.enum(['rest', 'mcp', 'app', 'cli', 'upload', 'system']).optional().describe('The way in'),
    sitting: idSchema('sitting').optional().describe('Writes of one sitting, and taking them back'),
    before_seq: z.int().min(1).optional().describe('Entries with a smaller number only'),
    limit: z.int().min(1).max(1000).default(100),
  }),
  output: z.object({ items: z.array(auditEntrySchema) }),
  async run(context, { username, sitting, ...query }) {
    requireAdmin(context, 'read the audit log');
    const user = username === undefined ? undefined : findUser(context, username);
    if (user === null) throw unknownUser();
    const named = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
    const entries = await context.services.store.audit({
      ...named,
      limit: query.limit,
      ...(user ? { user_id: user.id } : {}),
      ...(sitting === undefined ? {} : { sittings: [sitting] }),
    });
    return {
      items: entries.map(({ mac: _mac, ...entry }) => ({ ...entry, subject: subjectOf(context, entry) })),
    };
  },
});
