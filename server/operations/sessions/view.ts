import { z } from 'zod';
import type { Session } from '../../domain/session.ts';
import type { OperationContext } from '../define.ts';
import { person, personSchema } from '../people.ts';
import { currentSessionOf } from './access.ts';

export const sessionSchema = z.object({
  id: z.string(),
  user: personSchema,
  device: z.string(),
  ip: z.string().nullable(),
  created_at: z.string(),
  last_seen_at: z.string().describe('A few minutes late at most'),
  expires_at: z.string(),
  ended_at: z.string().nullable(),
  is_current: z.boolean().describe('Whether it is the session that asks'),
});

export function presentSession(context: OperationContext, session: Session): z.infer<typeof sessionSchema> {
  const { id, user_id, device, ip, created_at, last_seen_at, expires_at, ended_at } = session;
  return {
    id,
    user: person(context, user_id),
    device,
    ip,
    created_at,
    last_seen_at,
    expires_at,
    ended_at,
    is_current: currentSessionOf(context) === id,
  };
}
