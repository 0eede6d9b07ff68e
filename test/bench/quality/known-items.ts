import { readMarkdownFile } from '../../../server/domain/markdown-files/front-matter.ts';
import { takeFirstHeading } from '../../../server/domain/markdown-files/first-heading.ts';
import type { SearchableDocument } from '../../../server/search/searchable-document.ts';
import { generateDocuments, readRealTexts, seededRandom } from '../corpus.ts';
import type { Judged } from './metrics.ts';
import { asDocument } from './relevance.ts';

/** Searches by somebody who knows the page: what he remembers of it, and which page it was. */
export interface KnownItems {
  documents: SearchableDocument[];
  /** A title without one of its words, shuffled. */
  title: Judged[];
  /** Four rarer words of the text. */
  body: Judged[];
  /** The parts of an identifier such as `BrowserWindow.loadURL`; any page that holds it is right. */
  identifier: Judged[];
}

/** Questions of each class. */
export const KNOWN_ITEMS = 300;
const DOCUMENTS = 5000;
/** A word that more documents hold than this says too little about the one. */
const COMMON = DOCUMENTS / 20;
const IDENTIFIER = /\b[A-Za-z]+(?:::|\.)[A-Za-z][A-Za-z_]+\b/g;

type Random = () => number;

/** Real documents among recombined ones, and seeded questions for the real ones. */
export function drawKnownItems(isStopWord: (word: string) => boolean): KnownItems {
  const random = seededRandom(99);
  const real = realDocuments();
  const documents = [...real];
  for (const { content } of generateDocuments(DOCUMENTS - real.length, 3)) {
    documents.push(asDocument(`made_${documents.length}`, recombinedTitle(real, random), content));
  }
  const frequencies = countDocuments(documents);
  const isTelling = (word: string) => !isStopWord(word) && (frequencies.get(word) ?? 0) < COMMON;
  return {
    documents,
    title: draw(real, random, (document) => titleQuestion(document, random)),
    body: draw(real, random, (document) => bodyQuestion(document, isTelling, random)),
    identifier: draw(real, random, (document) => identifierQuestion(document, documents, random)),
  };
}

/** Every document of the corpus that has a title of its own. */
function realDocuments(): SearchableDocument[] {
  const byTitle = new Map<string, SearchableDocument>();
  for (const text of readRealTexts()) {
    const { frontMatter, body } = readMarkdownFile(text);
    const heading = frontMatter.title === undefined ? takeFirstHeading(body) : undefined;
    const title = frontMatter.title ?? heading?.title ?? '';
    const document = asDocument(`real_${byTitle.size}`, title, heading?.rest ?? body);
    if (title !== '' && !byTitle.has(title)) byTitle.set(title, document);
  }
  return [...byTitle.values()];
}

/** The first half of one real title and the first half of another. */
function recombinedTitle(documents: readonly SearchableDocument[], random: Random): string {
  const halves = [pick(documents, random), pick(documents, random)].flatMap((document) => {
    const words = document?.title.split(' ') ?? [];
    return words.slice(0, Math.ceil(words.length / 2));
  });
  return halves.join(' ');
}

function draw(
  documents: readonly SearchableDocument[],
  random: Random,
  ask: (document: SearchableDocument) => Judged | undefined,
): Judged[] {
  const questions = new Map<string, Judged>();
  for (let attempt = 0; attempt < 20 * KNOWN_ITEMS && questions.size < KNOWN_ITEMS; attempt += 1) {
    const document = pick(documents, random);
    const question = document && ask(document);
    if (question) questions.set(question.text, question);
  }
  return [...questions.values()];
}

function titleQuestion({ id, title }: SearchableDocument, random: Random): Judged | undefined {
  const words = title.match(/[A-Za-z][A-Za-z0-9]{2,}/g) ?? [];
  if (words.length < 3) return undefined;
  words.splice(Math.floor(random() * words.length), 1);
  return { text: shuffled(words, random).join(' '), grades: new Map([[id, 1]]) };
}

function bodyQuestion(
  { id, content }: SearchableDocument,
  isTelling: (word: string) => boolean,
  random: Random,
): Judged | undefined {
  const words = wordsOf(content).filter(isTelling);
  if (words.length <= 20) return undefined;
  return { text: shuffled(words, random).slice(0, 4).join(' '), grades: new Map([[id, 1]]) };
}

function identifierQuestion(
  { content }: SearchableDocument,
  documents: readonly SearchableDocument[],
  random: Random,
): Judged | undefined {
  const found = new Set(content.match(IDENTIFIER)?.filter((text) => /[A-Z]/.test(text) && text.length > 10));
  const identifier = pick([...found], random);
  if (identifier === undefined || found.size < 2) return undefined;
  const holders = documents.filter((document) => document.content.includes(identifier));
  return {
    text: identifier.split(/::|\./).join(' '),
    grades: new Map(holders.map(({ id }) => [id, 1])),
  };
}

const wordsOf = (text: string): string[] => [...new Set(text.toLowerCase().match(/[a-z]{4,}/g))];

function countDocuments(documents: readonly SearchableDocument[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { content } of documents) {
    for (const word of wordsOf(content)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

const pick = <T>(values: readonly T[], random: Random): T | undefined =>
  values[Math.floor(random() * values.length)];

function shuffled<T>(values: readonly T[], random: Random): T[] {
  return values
    .map((value) => ({ value, at: random() }))
    .toSorted((left, right) => left.at - right.at)
    .map(({ value }) => value);
}
