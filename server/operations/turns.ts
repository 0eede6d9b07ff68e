/** For each owner of a line: the end of the last turn that was asked for. */
const lastTurns = new WeakMap<object, Promise<void>>();

/**
 * Waits in line until everybody who asked before has ended their turn. Owners, such as two stores, have lines of
 * their own. Whoever has a turn must not ask for another one.
 *
 * @returns ends the turn
 */
export async function takeTurn(owner: object): Promise<() => void> {
  const before = lastTurns.get(owner);
  const { promise, resolve } = Promise.withResolvers<void>();
  lastTurns.set(owner, promise);
  await before;
  return resolve;
}
