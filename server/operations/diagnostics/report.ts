import { z } from 'zod';
import { outdatedWords } from '../../domain/diagnosis.ts';
import { reportText } from '../../domain/diagnosis-report.ts';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';
import { addressToExamine } from './address.ts';

/** The last check as a text for whoever helps; there is no secret in it. The first one is made for it. */
export const reportDiagnostics = defineOperation({
  name: 'diagnostics.report',
  summary: 'Write a report of the last check',
  scope: 'read',
  effect: 'read',
  reach: 'local',
  input: z.strictObject({}),
  output: z.object({ text: z.string() }),
  async run(context) {
    requireAdmin(context, 'write a report of the checks');
    const { services, user } = context;
    const { last } = services.doctor;
    const address = addressToExamine(context);
    const examined = last ?? (await services.doctor.examine(services, { address, userId: user.id }));
    const outdated = outdatedWords(examined, { address, isPaused: services.publicAccess.isPaused });
    const program = { version: services.version, platform: `${process.platform} ${process.arch}` };
    return { text: reportText(examined, program, outdated) };
  },
});
