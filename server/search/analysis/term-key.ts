import lunr from 'lunr';

const STEMMABLE = /^[a-z]{3,}$/;

const stemming = new lunr.Pipeline();
stemming.add(lunr.stemmer);
const stopping = new lunr.Pipeline();
stopping.add(lunr.stopWordFilter);

const MAX_REMEMBERED_STEMS = 20_000;
const stems = new Map<string, string>();

/**
 * The term that a folded word is filed under: its stem (Porter, English) for plain Latin words of at least three
 * letters, the word itself for all others.
 */
export function termKey(word: string): string {
  if (!STEMMABLE.test(word)) return word;
  let stem = stems.get(word);
  if (stem === undefined) {
    stem = stemming.runString(word)[0] ?? word;
    if (stems.size >= MAX_REMEMBERED_STEMS) stems.clear();
    stems.set(word, stem);
  }
  return stem;
}

/** Whether a folded word is one that English sentences are full of. */
export function isStopWord(word: string): boolean {
  return stopping.runString(word).length === 0;
}
