import { z } from 'zod';
import { idSchema } from '../../domain/identifier.ts';
import { trustLevelSchema } from '../../domain/trust-level.ts';
import { conflict } from '../../errors.ts';
import { defineOperation } from '../define.ts';
import { loadConnectedApp } from './load.ts';
import { connectedAppSchema, presentConnectedApp } from './view.ts';

/** Says how far an app may go from its next call on (decisions, "Trust level of a connected app"). */
export const setAppTrust = defineOperation({
  name: 'connected_apps.set_trust',
  summary: 'Change the trust level of an app',
  scope: 'write',
  effect: 'write',
  reach: 'person',
  peopleHint: 'People decide themselves how far an app may go.',
  input: z.strictObject({ id: idSchema('connected_app'), trust_level: trustLevelSchema }),
  output: z.object({ app: connectedAppSchema }),
  run(context, { id, trust_level }) {
    const app = loadConnectedApp(context, id);
    if (app.disconnected_at !== null) {
      throw conflict(`${app.name} is disconnected.`, { hint: 'Connect it again from the app.' });
    }
    const changed = { ...app, trust_level };
    if (app.trust_level !== trust_level) context.tx.connected_apps.put(changed);
    context.record(
      { type: 'connected_app', id },
      { details: { name: app.name, from: app.trust_level, to: trust_level } },
    );
    return { app: presentConnectedApp(context, changed) };
  },
});
