import { z } from 'zod';
import { diagnosisSchema } from '../../domain/diagnosis.ts';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';
import { addressSchema, addressToExamine } from './address.ts';

/** Walks the whole way of a client, and looks at the server and its data. Leaves nothing behind. */
export const runDiagnostics = defineOperation({
  name: 'diagnostics.run',
  summary: 'Check the connection and the workspace',
  scope: 'read',
  effect: 'read',
  reach: 'local',
  input: z.strictObject({ address: addressSchema.optional() }),
  output: diagnosisSchema,
  async run(context, { address }) {
    requireAdmin(context, 'check the connection');
    const { services, user } = context;
    return services.doctor.examine(services, {
      address: address ?? addressToExamine(context),
      userId: user.id,
    });
  },
});
