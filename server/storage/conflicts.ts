/** How many claimed names are remembered one by one; of older ones only that they are older. */
const REMEMBERED_CLAIMS = 10_000;

/** Who is in whose way: keys that a commit under way holds, and names that commits have claimed. */
export interface Conflicts {
  /** When any key is held: a promise for the moment when the holders are through. It never rejects. */
  held(keys: Iterable<string>): Promise<void> | undefined;
  /** Holds keys until `release` is called. */
  hold(keys: Iterable<string>): { release(): void };
  /** Whether a commit after `seq` claimed one of the names. May say yes too often, never too seldom. */
  claimedAfter(claims: Iterable<string>, seq: number): boolean;
  noteClaims(claims: Iterable<string>, seq: number): void;
}

export function createConflicts(): Conflicts {
  const holders = new Map<string, Promise<void>>();
  const claimed = new Map<string, number>();
  let forgotten = 0;

  function forgetOldest(): void {
    for (const [key, seq] of claimed) {
      if (claimed.size <= REMEMBERED_CLAIMS) return;
      claimed.delete(key);
      forgotten = Math.max(forgotten, seq);
    }
  }

  return {
    held(keys) {
      const waiting = [...keys].map((key) => holders.get(key)).filter((holder) => holder !== undefined);
      return waiting.length === 0 ? undefined : Promise.all(waiting).then(() => undefined);
    },
    hold(keys) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const held = [...keys];
      for (const key of held) holders.set(key, promise);
      return {
        release() {
          for (const key of held) holders.delete(key);
          resolve();
        },
      };
    },
    claimedAfter(claims, seq) {
      for (const claim of claims) if ((claimed.get(claim) ?? forgotten) > seq) return true;
      return false;
    },
    noteClaims(claims, seq) {
      for (const claim of claims) {
        claimed.delete(claim);
        claimed.set(claim, seq);
      }
      forgetOldest();
    },
  };
}
