/** Waits for a free place; resolves with what gives it back. */
export type TakeSlot = (key: string) => Promise<() => void>;

export interface SlotLimits {
  total: number;
  /** For one key, so that nobody takes all of them. */
  perKey: number;
}

interface Waiting {
  key: string;
  admit: () => void;
}

/**
 * Lets so many go on at a time and the others wait, in the order in which they came (security R2): what they would
 * bring is in memory whole while it is looked at.
 */
export function createSlots({ total, perKey }: SlotLimits): TakeSlot {
  const takenByKey = new Map<string, number>();
  const waiting: Waiting[] = [];
  let taken = 0;

  const isFree = (key: string) => taken < total && (takenByKey.get(key) ?? 0) < perKey;

  function take(key: string): () => void {
    taken += 1;
    takenByKey.set(key, (takenByKey.get(key) ?? 0) + 1);
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      giveBack(key);
    };
  }

  function giveBack(key: string): void {
    taken -= 1;
    const left = (takenByKey.get(key) ?? 1) - 1;
    if (left === 0) takenByKey.delete(key);
    else takenByKey.set(key, left);
    const next = waiting.findIndex((one) => isFree(one.key));
    if (next !== -1) waiting.splice(next, 1)[0]?.admit();
  }

  return (key) => {
    if (isFree(key)) return Promise.resolve(take(key));
    return new Promise((resolve) => {
      waiting.push({ key, admit: () => resolve(take(key)) });
    });
  };
}
