import type { ConnectedApp } from '../../domain/connected-app.ts';
import type { Views } from '../../ports.ts';

/** The one record of a program that is connected for a person at an address of the workspace. */
export function liveApp(
  views: Pick<Views, 'connectedAppsOf'>,
  { userId, clientId, baseUrl }: { userId: string; clientId: string; baseUrl: string },
): ConnectedApp | undefined {
  return views
    .connectedAppsOf(userId)
    .find((app) => app.client_id === clientId && app.base_url === baseUrl && app.disconnected_at === null);
}
