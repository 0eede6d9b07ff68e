/** How many claimed names are remembered one by one; of older ones only that they are older. */
const REMEMBERED_CLAIMS = 10_000;

/** Who is in whose way: keys that a commit under way holds, and names that commits have claimed. */
export interface Conflicts {
  /** When any key is held: which, and a promise for the moment when the holders are through. It never rejects. */
  held(keys: Iterable<string>): { key: string; released: Promise<void> } | undefined;
  /** Holds keys until `release` is called. */
  hold(keys: Iterable<string>): { release(): void };
  /** The name that a commit after `seq` claimed too. May name one too often, never too seldom. */
  claimedAfter(claims: Iterable<string>, seq: number): string | undefined;
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
      const taken = [...keys].filter((key) => holders.has(key));
      const [key] = taken;
      if (key === undefined) return undefined;
      const holding = taken.flatMap((name) => holders.get(name) ?? []);
      return { key, released: Promise.all(holding).then(() => undefined) };
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
      for (const claim of claims) if ((claimed.get(claim) ?? forgotten) > seq) return claim;
      return undefined;
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
