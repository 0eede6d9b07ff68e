import { characterPairs } from '../../server/search/analysis/character-pairs.ts';
import { foldedRuns } from '../../server/search/analysis/fold.ts';
import { identifierParts } from '../../server/search/analysis/identifier-parts.ts';
import { termKey } from '../../server/search/analysis/term-key.ts';
import { readQueryTerms, type Phrase, type WantedTerm } from '../../server/search/query/query-terms.ts';
import type { SearchableDocument } from '../../server/search/searchable-document.ts';
import type { SearchQuery } from '../../server/domain/search-query.ts';

/** A document read word by word, with no index: what the search must find is computed from this. */
export interface PlainDocument {
  document: SearchableDocument;
  /** By term: how often in title, tags and text. */
  counts: Map<string, [title: number, tags: number, text: number]>;
  words: Set<string>;
  positions: Map<string, Set<number>>;
  lengths: [title: number, tags: number, text: number];
}

export function plainDocument(document: SearchableDocument): PlainDocument {
  const plain: PlainDocument = {
    document,
    counts: new Map(),
    words: new Set(),
    positions: new Map(),
    lengths: [0, 0, 0],
  };
  const texts: [field: 0 | 1 | 2, text: string][] = [
    [0, document.title],
    ...document.tags.map((tag): [1, string] => [1, tag]),
    [2, document.summary],
    [2, document.content],
  ];
  let position = 0;
  for (const [field, text] of texts) {
    position = readText(plain, field, text, position) + 1;
  }
  return plain;
}

function readText(plain: PlainDocument, field: 0 | 1 | 2, text: string, start: number): number {
  let position = start;
  const add = (word: string, at?: number) => {
    const term = termKey(word);
    const counts = plain.counts.get(term) ?? [0, 0, 0];
    counts[field] += 1;
    plain.counts.set(term, counts);
    plain.words.add(word);
    if (at === undefined) return;
    plain.positions.set(term, (plain.positions.get(term) ?? new Set()).add(at));
  };
  for (const { raw, text: word, isUnspaced } of foldedRuns(text)) {
    const { singles, pairs } = isUnspaced ? characterPairs(word) : { singles: [word], pairs: [] };
    for (const [index, pair] of pairs.entries()) add(pair, position + index);
    for (const [index, single] of singles.entries()) add(single, position + index);
    position += singles.length;
    plain.lengths[field] += singles.length;
    for (const part of identifierParts(raw)) add(part);
  }
  return position;
}

export interface PlainHit {
  id: string;
  score: number;
  reasons: string[];
}

export interface PlainFindings {
  hits: PlainHit[];
  relaxed: boolean;
}

/** What one wanted term stands for: the terms whose counts are added up. */
interface PlainGroup {
  terms: Set<string>;
  weight: number;
  reason: string | null;
  isPart: boolean;
}

/**
 * Everything that answers a query, in order: the rules written down as plainly as possible, in O(N). Phrases that
 * nothing wanted holds are taken for their words.
 */
export function plainSearch(
  readable: readonly PlainDocument[],
  isWanted: (document: SearchableDocument) => boolean,
  query: SearchQuery,
): PlainFindings {
  const bound = boundSearch(readable, isWanted, query);
  if (bound.hits.length > 0 || query.phrases.length === 0) return bound;
  const words = [...query.words, ...query.phrases.map((text) => ({ text, prefix: false }))];
  const loose = boundSearch(readable, isWanted, { ...query, words, phrases: [] });
  return { ...loose, relaxed: loose.hits.length > 0 };
}

function boundSearch(
  readable: readonly PlainDocument[],
  isWanted: (document: SearchableDocument) => boolean,
  query: SearchQuery,
): PlainFindings {
  const terms = readQueryTerms(query);
  const candidates = readable.filter(
    (plain) =>
      isWanted(plain.document) &&
      !terms.excludedTerms.some((term) => plain.counts.has(term)) &&
      !terms.excludedPhrases.some((phrase) => holdsPhrase(plain, phrase)),
  );
  const withPhrases = candidates.filter((plain) =>
    terms.phrases.every((phrase) => holdsPhrase(plain, phrase)),
  );
  const withRuns = withPhrases.filter((plain) => terms.runs.every((run) => holdsPhrase(plain, run)));
  if (query.words.length === 0 && query.phrases.length === 0) {
    return { hits: inOrder(candidates.map((plain) => ({ plain, score: 0, reasons: [] }))), relaxed: false };
  }
  const words = new Set(readable.flatMap((plain) => [...plain.words]));
  const strict = terms.strict.map((wanted) => spelled(words, wanted));
  const guessed = terms.strict.map((wanted, index) => guess(readable, words, wanted, strict[index]));
  const relaxed = terms.relaxed.map((wanted) => guess(readable, words, wanted, spelled(words, wanted)));
  const score = (groups: readonly PlainGroup[], found: readonly PlainDocument[]): Scored[] =>
    scored(readable, groups, found, { hasPhrases: terms.phrases.length > 0, stopWords: terms.stopWords });
  let all: PlainDocument[] = [];
  for (const groups of terms.strict.length > 16 ? [] : [strict, guessed]) {
    all = withRuns.filter((plain) => groups.length > 0 && groups.every((group) => holds(plain, group)));
    const isSentence = terms.strict.length > (terms.stopWords.length > 0 ? 2 : 4);
    if (all.length >= 10 || (all.length > 0 && !isSentence)) {
      return { hits: inOrder(score(groups, all)), relaxed: false };
    }
    if (all.length > 0) break;
  }
  const telling = mostTelling(readable, relaxed);
  const others = withPhrases.filter(
    (plain) => !all.includes(plain) && telling.some((group) => holds(plain, group)),
  );
  const some = score(telling, [...all, ...others]);
  const highest = Math.max(
    0,
    ...some.filter(({ plain }) => others.includes(plain)).map(({ score: one }) => one),
  );
  const raised = some.map((hit) => ({ ...hit, score: hit.score + (all.includes(hit.plain) ? highest : 0) }));
  return { hits: inOrder(raised), relaxed: others.length > 0 };
}

/** The 16 groups that something holds and that weigh most, parts of identifiers last. */
function mostTelling(readable: readonly PlainDocument[], groups: readonly PlainGroup[]): PlainGroup[] {
  const weighed = groups
    .map((group) => ({ group, holding: readable.filter((plain) => holds(plain, group)).length }))
    .filter(({ holding }) => holding > 0)
    .map(({ group, holding }) => ({ group, weight: group.weight * rarityOf(holding, readable.length) }));
  const sorted = weighed.toSorted(
    (left, right) => Number(left.group.isPart) - Number(right.group.isPart) || right.weight - left.weight,
  );
  return sorted.slice(0, 16).map(({ group }) => group);
}

const rarityOf = (holding: number, size: number): number =>
  Math.log(1 + (size - holding + 0.5) / (holding + 0.5));

function holdsPhrase({ positions }: PlainDocument, { terms: [first, ...rest] }: Phrase): boolean {
  if (!first) return true;
  return [...(positions.get(first.term) ?? [])].some((start) =>
    rest.every(({ term, offset }) => positions.get(term)?.has(start + offset)),
  );
}

const holds = (plain: PlainDocument, { terms }: PlainGroup): boolean =>
  [...terms].some((term) => plain.counts.has(term));

function spelled(words: ReadonlySet<string>, wanted: WantedTerm): PlainGroup {
  if (wanted.kind === 'word') {
    const reason = wanted.isWord ? 'words' : null;
    return {
      terms: new Set([termKey(wanted.text)]),
      weight: wanted.occurrences,
      reason,
      isPart: wanted.isPart,
    };
  }
  const begun = startingWith(words, wanted.text);
  const own = wanted.isUnfinished ? [termKey(wanted.text)] : [];
  return { ...begun, terms: new Set([...begun.terms, ...own]), weight: wanted.occurrences };
}

function startingWith(words: ReadonlySet<string>, start: string): Omit<PlainGroup, 'weight'> {
  const found = [...words].filter((word) => word.startsWith(start));
  return { terms: new Set(found.map((word) => termKey(word))), reason: 'prefix', isPart: false };
}

function guess(
  readable: readonly PlainDocument[],
  words: ReadonlySet<string>,
  wanted: WantedTerm,
  group: PlainGroup | undefined,
): PlainGroup {
  if (group && readable.some((plain) => holds(plain, group))) return group;
  const weight = wanted.occurrences * 0.5;
  const length = Array.from(wanted.text).length;
  if (!wanted.mayBeTypo || length < 4)
    return { terms: new Set(), weight, reason: 'typo', isPart: wanted.isPart };
  const near = length < 5 ? [] : [...words].filter((word) => editDistance(word, wanted.text) <= 1);
  if (near.length > 0) {
    return {
      terms: new Set(near.map((word) => termKey(word))),
      weight,
      reason: 'typo',
      isPart: wanted.isPart,
    };
  }
  return { ...startingWith(words, wanted.text), weight, isPart: wanted.isPart };
}

/** Inserted, left out, replaced and exchanged characters (optimal string alignment), by the textbook. */
export function editDistance(left: string, right: string): number {
  const [from, to] = [Array.from(left), Array.from(right)];
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= from.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isExchanged =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isExchanged ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(from.length, to.length);
}

interface Scored {
  plain: PlainDocument;
  score: number;
  reasons: string[];
}

/** BM25F over title (2.5 times), tags and text, k1 1.2, b 0.5, with the bonus for titles (search-storage §3). */
function scored(
  readable: readonly PlainDocument[],
  groups: readonly PlainGroup[],
  found: readonly PlainDocument[],
  { hasPhrases, stopWords }: { hasPhrases: boolean; stopWords: readonly string[] },
): Scored[] {
  const averages = [0, 1, 2].map(
    (field) => readable.reduce((sum, { lengths }) => sum + (lengths[field] ?? 0), 0) / readable.length,
  );
  const held = groups
    .map((group) => ({ group, holding: readable.filter((plain) => holds(plain, group)).length }))
    .filter(({ holding }) => holding > 0);
  return found.map((plain) => {
    let score = 0;
    let inTitle = 0;
    const reasons = new Set<string>(hasPhrases ? ['phrase'] : []);
    for (const { group, holding } of held) {
      if (!holds(plain, group)) continue;
      if (group.reason !== null) reasons.add(group.reason);
      const counts = [0, 1, 2].map((field) => countIn(plain, group, field));
      if ((counts[0] ?? 0) > 0) inTitle += 1;
      const frequency = counts.reduce((sum, count, field) => {
        const average = averages[field] ?? 0;
        const norm = 0.5 + (average === 0 ? 0 : (0.5 * (plain.lengths[field] ?? 0)) / average);
        return sum + ((field === 0 ? 2.5 : 1) * count) / norm;
      }, 0);
      const rarity = rarityOf(holding, readable.length);
      score += (group.weight * rarity * frequency * 2.2) / (1.2 + frequency);
    }
    const stopWordsInTitle = stopWords.filter((term) => (plain.counts.get(term)?.[0] ?? 0) > 0).length;
    const said = inTitle === 0 ? 0 : inTitle + stopWordsInTitle;
    const coverage = said / (held.length + stopWords.length);
    const share = Math.min(1, said / Math.max(1, plain.lengths[0]));
    const order = ['words', 'phrase', 'prefix', 'typo'];
    return {
      plain,
      score: score * (1 + 0.5 * coverage ** 2 * share),
      reasons: order.filter((reason) => reasons.has(reason)),
    };
  });
}

function countIn({ counts }: PlainDocument, { terms }: PlainGroup, field: number): number {
  return [...terms].reduce((sum, term) => sum + (counts.get(term)?.[field] ?? 0), 0);
}

function inOrder(found: readonly Scored[]): PlainHit[] {
  const sorted = found.toSorted((left, right) => {
    const [older, newer] = [left.plain.document, right.plain.document];
    if (Math.abs(right.score - left.score) > 1e-9) return right.score - left.score;
    if (older.updated_at !== newer.updated_at) return older.updated_at > newer.updated_at ? -1 : 1;
    return older.id < newer.id ? -1 : 1;
  });
  return sorted.map(({ plain, score, reasons }) => ({ id: plain.document.id, score, reasons }));
}
