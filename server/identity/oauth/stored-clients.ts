import type { OAuthArtifact } from '../../domain/oauth-artifact.ts';
import type { Store, Transaction } from '../../ports.ts';

/** What clients that nobody has let in may fill together, so that strangers cannot fill the disk (security O8). */
const UNUSED_BYTES = 500_000;
/** So much of the room is left in use when it is made, so that registrations at one moment rarely make it together. */
const KEPT = 0.9;

const sizes = new WeakMap<OAuthArtifact, number>();

/**
 * Makes room for one more client that registers itself: of those that nobody has let in the oldest ones go, with
 * their registration tokens. Used clients are never touched.
 *
 * @param limit clients that may be stored
 */
export function makeRoomForClient(tx: Transaction, { tables }: Pick<Store, 'tables'>, limit: number): void {
  const artifacts = [...tables.oauth_artifacts.all()];
  const clients = artifacts.filter(({ model }) => model === 'Client');
  const granted = grantedClients(artifacts);
  const unused = clients.filter(({ client_id }) => !granted.has(client_id));
  let count = clients.length;
  let bytes = unused.reduce((sum, client) => sum + sizeOf(client), 0);
  if (count < limit && bytes < UNUSED_BYTES) return;
  const gone = new Set<string | null>();
  for (const client of unused.toSorted((left, right) => (left.created_at < right.created_at ? -1 : 1))) {
    if (count < limit * KEPT && bytes < UNUSED_BYTES * KEPT) break;
    gone.add(client.client_id);
    tx.oauth_artifacts.delete(client.id);
    count -= 1;
    bytes -= sizeOf(client);
  }
  for (const { id, model, client_id } of artifacts)
    if (model === 'RegistrationAccessToken' && gone.has(client_id)) tx.oauth_artifacts.delete(id);
}

/** Ids of the clients that somebody has let in. */
export function grantedClients(artifacts: Iterable<OAuthArtifact>): ReadonlySet<string | null> {
  const granted = new Set<string | null>();
  for (const { model, client_id } of artifacts) if (model === 'Grant') granted.add(client_id);
  return granted;
}

function sizeOf(client: OAuthArtifact): number {
  let size = sizes.get(client);
  if (size === undefined) {
    size = Buffer.byteLength(JSON.stringify(client));
    sizes.set(client, size);
  }
  return size;
}
