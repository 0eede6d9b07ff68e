/** Answers that were given lately, for callers who ask again because the answer got lost on its way. */
export interface Repeats<Answer> {
  remember(key: string, answer: Answer): void;
  find(key: string): Answer | undefined;
}

/** @param most answers that are remembered; beyond it the oldest is forgotten */
export function createRepeats<Answer>(most: number): Repeats<Answer> {
  const answers = new Map<string, Answer>();
  return {
    remember(key, answer) {
      answers.set(key, answer);
      for (const oldest of answers.keys()) {
        if (answers.size <= most) return;
        answers.delete(oldest);
      }
    },
    find: (key) => answers.get(key),
  };
}
