import { z } from 'zod';
import { attemptCheckSchema, diagnosisSchema, outdatedWords } from '../../domain/diagnosis.ts';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';
import { dataState, dataStateSchema } from '../workspace/data-state.ts';
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
    outdated: z
      .string()
      .nullable()
      .describe('Why the last check is not about how it stands now; null while it is'),
    running: diagnosisSchema.nullable().describe('null while none goes on'),
    attempt_check: attemptCheckSchema
      .nullable()
      .describe('Why an attempt to connect broke off, as found without being asked; null before the first'),
    data: dataStateSchema,
  }),
  run(context) {
    requireAdmin(context, 'look at the checks of the connection');
    const { doctor, publicAccess } = context.services;
    const { last, current, attemptCheck } = doctor;
    const address = addressToExamine(context);
    const { isPaused } = publicAccess;
    return {
      address,
      outdated: last && outdatedWords(last, { address, isPaused }),
      last,
      running: current,
      attempt_check: attemptCheck,
      data: dataState(context.services.store),
    };
  },
});
