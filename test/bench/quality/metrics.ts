/** How relevant each document is to a question; documents that are not named are not relevant. */
export type Grades = ReadonlyMap<string, number>;

export interface Judged {
  text: string;
  grades: Grades;
}

/** Means over all questions. */
export interface Quality {
  /** Normalised discounted cumulative gain of the first ten. */
  ndcg10: number;
  /** One divided by the place of the first relevant document among the first ten, or 0. */
  mrr10: number;
  recall10: number;
  recall100: number;
}

/** Answers a text as a person wrote it with the ids of documents, best first. */
export type Ask = (text: string) => readonly string[] | Promise<readonly string[]>;

export async function judge(ask: Ask, questions: readonly Judged[]): Promise<Quality> {
  const sums: Quality = { ndcg10: 0, mrr10: 0, recall10: 0, recall100: 0 };
  for (const { text, grades } of questions) {
    const gains = (await ask(text)).slice(0, 100).map((id) => grades.get(id) ?? 0);
    const ideal = [...grades.values()].toSorted((left, right) => right - left);
    sums.ndcg10 += discounted(gains.slice(0, 10)) / discounted(ideal.slice(0, 10));
    sums.mrr10 += reciprocalRank(gains.slice(0, 10));
    sums.recall10 += relevant(gains.slice(0, 10)) / grades.size;
    sums.recall100 += relevant(gains) / grades.size;
  }
  const count = questions.length;
  return {
    ndcg10: sums.ndcg10 / count,
    mrr10: sums.mrr10 / count,
    recall10: sums.recall10 / count,
    recall100: sums.recall100 / count,
  };
}

const discounted = (gains: readonly number[]): number =>
  gains.reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0);

function reciprocalRank(gains: readonly number[]): number {
  const place = gains.findIndex((gain) => gain > 0);
  return place === -1 ? 0 : 1 / (place + 1);
}

const relevant = (gains: readonly number[]): number => gains.filter((gain) => gain > 0).length;
