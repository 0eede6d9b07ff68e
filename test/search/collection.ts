import { analyseDocument } from '../../server/search/analysis/analyse-document.ts';
import { createLiveIndex, type LiveIndex } from '../../server/search/index/live-index.ts';
import { mergeSegments } from '../../server/search/index/merge-segments.ts';
import type { SearchableDocument } from '../../server/search/searchable-document.ts';
import { seededRandom } from '../bench/corpus.ts';

/** Words that are hard on an index: forms of one stem, near spellings, digits, identifiers, scripts, stop words. */
export const WORDS = (
  'pump pumps pumping pumped pumice valve valves value steam stream streams running runner run organization ' +
  'organize organic maintenance maintain manual the and with not c1603 c1604 80386 4640 sha256 readFile read_file ' +
  'createSearchIndex CWnd::Create(foo) search index create été naïve größe straße насос насосы клапан αντλία ' +
  'βαλβίδα مضخة صمام पम्प משאבה 知識 管理 知識管理 ポンプ ポンプの点検 펌프 펌프를 ปั๊ม x a q7 𠮷野家 hydraulics hydraulic'
).split(' ');

const SPACES = ['spc_pumps', 'spc_office', 'spc_secret'];

export type Random = () => number;

export function pick<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('There is nothing to pick from.');
  return value;
}

function words(random: Random, most: number): string {
  const count = Math.floor(random() * (most + 1));
  return Array.from({ length: count }, () => pick(random, WORDS)).join(random() < 0.9 ? ' ' : ', ');
}

let clock = Date.parse('2026-01-01T00:00:00Z');

/** Some documents share a time, so that ties go by id too. */
function now(random: Random): string {
  if (random() < 0.7) clock += 1000;
  return new Date(clock).toISOString();
}

export function makeDocument(random: Random, id: string): SearchableDocument {
  return {
    id,
    title: words(random, 5),
    summary: words(random, 3),
    content: words(random, 30),
    tags: words(random, 2).split(' ').filter(Boolean),
    type: random() < 0.7 ? 'knowledge' : 'sop',
    status: random() < 0.7 ? 'published' : 'draft',
    space_id: pick(random, SPACES),
    author_id: random() < 0.5 ? 'usr_ada' : 'usr_bob',
    updated_at: now(random),
    stamp: `${clock}`,
  };
}

/** A workspace and its index, changed together. */
export interface Collection {
  documents: Map<string, SearchableDocument>;
  index: LiveIndex;
  put: (document: SearchableDocument) => void;
  /** One random change: create, edit, move, publish or withdraw, trash, restore, and now and then a merge. */
  change: () => void;
  merge: (meanwhile?: () => void) => void;
}

export function createCollection(random: Random, most = 120): Collection {
  const index = createLiveIndex();
  const documents = new Map<string, SearchableDocument>();
  const trash = new Map<string, SearchableDocument>();
  let created = 0;

  function put(document: SearchableDocument): void {
    documents.set(document.id, document);
    index.put(analyseDocument(document));
  }

  function create(): void {
    created += 1;
    put(makeDocument(random, `doc_${Math.floor(random() * 1e6)}_${created}`));
  }

  function remove(document: SearchableDocument): void {
    documents.delete(document.id);
    index.remove(document.id);
  }

  function changeOne(document: SearchableDocument): void {
    const changed = makeDocument(random, document.id);
    const { title, content, space_id, status, updated_at } = changed;
    const action = random();
    if (action < 0.4) put(changed);
    else if (action < 0.5) put({ ...document, title, updated_at });
    else if (action < 0.6) put({ ...document, content, updated_at });
    else if (action < 0.7) put({ ...document, space_id });
    else if (action < 0.8) put({ ...document, status });
    else {
      remove(document);
      trash.set(document.id, document);
    }
  }

  function change(): void {
    const [trashed] = trash.values();
    const action = random();
    if (documents.size === 0 || (action < 0.3 && documents.size < most)) create();
    else if (trashed && action < 0.4) {
      trash.delete(trashed.id);
      put(trashed);
    } else changeOne(pick(random, [...documents.values()]));
  }

  function merge(meanwhile: () => void = () => undefined): void {
    const exported = structuredClone(index.exportForMerge());
    meanwhile();
    index.adopt(mergeSegments(exported));
  }

  return { documents, index, put, change, merge };
}

/** A collection after many changes and a few merges, during which changes went on. */
export function changedCollection(
  seed: number,
  changes: number,
  most?: number,
): Collection & { random: Random } {
  const random = seededRandom(seed);
  const collection = createCollection(random, most);
  for (let count = 0; count < changes; count += 1) {
    collection.change();
    if (random() < 0.02) collection.merge(() => Array.from({ length: 5 }, () => collection.change()));
  }
  return { ...collection, random };
}

const misspell = (random: Random, word: string): string => {
  const at = Math.floor(random() * word.length);
  const [before, after] = [word.slice(0, at), word.slice(at)];
  return pick(random, [
    `${before}${after.slice(1)}`,
    `${before}e${after}`,
    `${before}z${after.slice(1)}`,
    `${before}${after.charAt(1)}${after.charAt(0)}${after.slice(2)}`,
  ]);
};

/** A search as people write it, with everything that the language has. */
export function makeQuery(random: Random): string {
  const count = 1 + Math.floor(random() * (random() < 0.1 ? 40 : 5));
  return Array.from({ length: count }, () => makeQueryPart(random)).join(' ');
}

function makeQueryPart(random: Random): string {
  const word = pick(random, WORDS);
  const action = random();
  if (action < 0.5) return word;
  if (action < 0.6) return `${word.slice(0, 1 + Math.floor(random() * 5))}*`;
  if (action < 0.72) return misspell(random, word);
  if (action < 0.84) return `"${word} ${pick(random, WORDS)}"`;
  if (action < 0.9) return `-${word}`;
  if (action < 0.94) return `-"${word} ${pick(random, WORDS)}"`;
  return pick(random, ['zebra', '+', 'foo:bar', 'a^b', '"', '!!!', 'pump valve steam']);
}
