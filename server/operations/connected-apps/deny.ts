import { z } from 'zod';
import { defineOperation } from '../define.ts';
import { appRequestFields } from './connect.ts';

/** Keeps on record that the acting person did not let an app in. Nothing else comes of it: the app may ask again. */
export const denyApp = defineOperation({
  name: 'connected_apps.deny',
  summary: 'Refuse to connect an app',
  scope: 'write',
  effect: 'write',
  reach: 'person',
  peopleHint: 'People answer apps themselves: the app asks them in the browser.',
  input: z.strictObject(appRequestFields),
  output: z.object({}),
  run(context, { client_id, name, redirect_host, scopes }) {
    context.record(
      { type: 'client', id: client_id },
      { details: { name, redirect_host, scopes: scopes.join(' ') }, isEvent: true },
    );
    return {};
  },
});
