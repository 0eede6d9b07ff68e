import { COMMAND } from '../../command-name.ts';
import type { ConnectedApp } from '../../domain/connected-app.ts';
import { unknown } from '../../errors.ts';
import { managesCredentialsOf } from '../credential-owner.ts';
import type { OperationContext } from '../define.ts';

/** An app that the acting person may manage; somebody else's answers like an unknown one (security A2). */
export function loadConnectedApp(context: OperationContext, id: string): ConnectedApp {
  const app = context.tx.connected_apps.get(id);
  if (!app || !managesCredentialsOf(context, app.user_id)) {
    throw unknown(
      'connected app',
      `See the apps under Manage account → API tokens, or with: ${COMMAND} app list`,
    );
  }
  return app;
}
