import { z } from 'zod';
import { ATTEMPT_STATES, attemptSchema, attemptWords } from '../../domain/connection-attempt.ts';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';

/** What programs have tried lately to be connected, step by step. */
export const listAttempts = defineOperation({
  name: 'diagnostics.attempts',
  summary: 'List what programs did to connect',
  scope: 'read',
  effect: 'read',
  reach: 'local',
  input: z.strictObject({}),
  output: z.object({
    items: z
      .array(
        attemptSchema.extend({
          state: z.enum(ATTEMPT_STATES),
          sentence: z.string().describe('How far it got, and what probably stops it'),
          hint: z.string().nullable(),
        }),
      )
      .describe('Newest first, since the start of the server'),
  }),
  run(context) {
    requireAdmin(context, 'look at who connects');
    const { doctor, clock } = context.services;
    const now = clock.now();
    return {
      items: doctor.attempts.list().map((attempt) => ({ ...attempt, ...attemptWords(attempt, now) })),
    };
  },
});
