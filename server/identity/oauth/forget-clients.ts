import type { OAuthArtifact } from '../../domain/oauth-artifact.ts';
import type { Services } from '../../operations/define.ts';
import { untilCommitted } from '../../operations/perform.ts';
import { grantedClients } from './stored-clients.ts';

/**
 * Deletes the apps of a name that registered themselves and that nobody has let in, with everything that they have
 * begun.
 */
export async function forgetClients(services: Pick<Services, 'store' | 'log'>, name: string): Promise<void> {
  const { store, log } = services;
  try {
    await untilCommitted(services, async () => {
      const tx = store.begin();
      for (const { id } of belongingTo(name, [...store.tables.oauth_artifacts.all()])) {
        if (tx.oauth_artifacts.get(id)) tx.oauth_artifacts.delete(id);
      }
      if (tx.hasChanges) await tx.commit();
    });
  } catch (error) {
    // The sweep forgets them a day later.
    log.warn({ err: error }, 'the app of a check could not be removed');
  }
}

function belongingTo(name: string, artifacts: readonly OAuthArtifact[]): OAuthArtifact[] {
  const granted = grantedClients(artifacts);
  const clients = new Set(
    artifacts
      .filter(({ model, payload }) => model === 'Client' && payload['client_name'] === name)
      .map(({ client_id }) => client_id)
      .filter((id) => !granted.has(id)),
  );
  return artifacts.filter(({ model, client_id, payload }) =>
    clients.has(model === 'Interaction' ? requestedBy(payload) : client_id),
  );
}

function requestedBy({ params }: OAuthArtifact['payload']): string | null {
  if (typeof params !== 'object' || params === null || !('client_id' in params)) return null;
  return typeof params.client_id === 'string' ? params.client_id : null;
}
