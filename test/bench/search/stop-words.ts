import lunr from 'lunr';

/** Whether a word is one that lunr leaves out of what it searches: such words are not drawn for queries. */
export function isStopWord(word: string): boolean {
  return lunr.stopWordFilter(new lunr.Token(word, {})) === undefined;
}
