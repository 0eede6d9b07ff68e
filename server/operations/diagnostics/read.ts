import { z } from 'zod';
import { attemptCheckSchema, diagnosisSchema } from '../../domain/diagnosis.ts';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';
import { addressToExamine } from './address.ts';

/** What the last check has found, and how far the one is that goes on. */
export const readDiagnostics = defineOperation({
  name: 'diagnostics.read',
  summary: 'Read the last check of the connection',
  scope: 'read',
  effect: 'read',
  reach: 'local',
  input: z.strictObject({}),
  output: z.object({
    address: z.string().describe('What the next check examines'),
    last: diagnosisSchema.nullable().describe('null before the first check since the start'),
    running: diagnosisSchema.nullable().describe('null while none goes on'),
    attempt_check: attemptCheckSchema
      .nullable()
      .describe('Why an attempt to connect broke off, as found without being asked; null before the first'),
  }),
  run(context) {
    requireAdmin(context, 'look at the checks of the connection');
    const { last, current, attemptCheck } = context.services.doctor;
    return { address: addressToExamine(context), last, running: current, attempt_check: attemptCheck };
  },
});
