/** The right to go first at something that others want too. */
export interface Turn {
  readonly key: string;
  /** Lets the next one go. A second call does nothing. */
  end(): void;
}

/** For each owner and key: the end of the last turn that was asked for. */
const lastTurns = new WeakMap<object, Map<string, Promise<void>>>();

/**
 * Waits until everybody who asked before has ended their turn. Keys of different owners, such as two stores, have
 * nothing to do with each other. Hold one turn at a time: two could wait for each other.
 */
export async function takeTurn(owner: object, key: string): Promise<Turn> {
  const turns = lastTurns.get(owner) ?? new Map<string, Promise<void>>();
  lastTurns.set(owner, turns);
  const before = turns.get(key);
  const { promise, resolve } = Promise.withResolvers<void>();
  turns.set(key, promise);
  await before;
  return {
    key,
    end() {
      if (turns.get(key) === promise) turns.delete(key);
      resolve();
    },
  };
}
