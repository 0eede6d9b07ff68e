/** Answers that were given lately, for callers who ask again because the answer got lost on its way. */
export interface Repeats<Answer> {
  /** Without a key nothing is remembered, and nothing found. */
  remember(key: string | undefined, answer: Answer): void;
  find(key: string | undefined): Answer | undefined;
}

/** @param most answers that are remembered; beyond it the oldest is forgotten */
export function createRepeats<Answer>(most: number): Repeats<Answer> {
  const answers = new Map<string, Answer>();
  return {
    remember(key, answer) {
      if (key === undefined) return;
      answers.set(key, answer);
      for (const oldest of answers.keys()) {
        if (answers.size <= most) return;
        answers.delete(oldest);
      }
    },
    find: (key) => (key === undefined ? undefined : answers.get(key)),
  };
}
