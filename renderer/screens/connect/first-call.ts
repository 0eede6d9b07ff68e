/** An assistant that may call the connector: as a connected app, or with a personal token. */
export interface Caller {
  id: string;
  name: string;
  /** Last call of the connector. */
  last_used_at: string | null;
}

/** When each caller was used last, as the page found it when it was opened. */
export type Baseline = ReadonlyMap<string, string | null>;

export type CallState =
  /** Nobody has ever called. */
  | { kind: 'none' }
  /** Somebody has, before the page was opened. */
  | { kind: 'waiting'; last: Caller & { last_used_at: string } }
  /** An app was let in since the page was opened, and has not called yet. */
  | { kind: 'connected'; by: Caller }
  /** Somebody has called since then. */
  | { kind: 'called'; by: Caller };

export function baselineOf(callers: readonly Caller[]): Baseline {
  return new Map(callers.map(({ id, last_used_at }) => [id, last_used_at]));
}

/**
 * What the light says: green from the first call that comes while somebody watches.
 *
 * @param apps connected apps: one that is new has been let in just now
 */
export function callState(apps: readonly Caller[], tokens: readonly Caller[], baseline: Baseline): CallState {
  const used = [...apps, ...tokens].filter(isUsed).toSorted(byLastUse);
  const called = used.find(({ id, last_used_at }) => last_used_at !== (baseline.get(id) ?? null));
  if (called) return { kind: 'called', by: called };
  const letIn = apps.find((app) => !baseline.has(app.id) && app.last_used_at === null);
  if (letIn) return { kind: 'connected', by: letIn };
  const [last] = used;
  return last ? { kind: 'waiting', last } : { kind: 'none' };
}

function isUsed(caller: Caller): caller is Caller & { last_used_at: string } {
  return caller.last_used_at !== null;
}

function byLastUse(left: { last_used_at: string }, right: { last_used_at: string }): number {
  return right.last_used_at.localeCompare(left.last_used_at);
}
