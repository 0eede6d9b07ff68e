import { systemClock, type Clock } from '../clock.ts';
import { visibleAmong, type VisibleSpace } from '../domain/document-filter.ts';
import type { Logger } from '../log.ts';
import type { Store } from '../ports.ts';
import type { SearchHit, SearchIndex, SearchRequest, SearchResult, SearchStatus } from '../search-ports.ts';
import { SEMANTIC_OFF } from './semantic/semantic-off.ts';
import type { SemanticSearch } from './semantic/create-semantic-search.ts';
import { textForMeaning } from './semantic/text-for-meaning.ts';
import { createIndexUpkeep, type IndexUpkeep } from './index-upkeep.ts';
import type { Excerpt, FoundHit } from './worker/messages.ts';
import { MAX_SCANNED } from './results/max-scanned.ts';
import { startSearchThread } from './worker/search-thread.ts';

/** Ids that a check names of each kind. */
const MAX_NAMED = 100;

export interface SearchIndexOptions {
  store: Pick<Store, 'tables' | 'content' | 'onApplied' | 'instanceId' | 'readOnlyReason'>;
  log: Logger;
  /** Folder of the saved index; without one nothing is saved. */
  folder?: string;
  clock?: Clock;
  /**
   * `false` leaves the index as it was saved until it is rebuilt: for a look at it while no server runs. Nothing is
   * searched then.
   */
  fillsItself?: boolean;
  /** Finds by meaning too; closed with the index. */
  semantic?: SemanticSearch;
  /** Starts the worker; tests put another in its place. */
  startThread?: typeof startSearchThread;
  /** Told a few times a second while the index is being built, and when that ends. */
  onProgress?: () => void;
  /** A search that computes for longer is refused; half a second when absent (security Q2). */
  answerWithinMs?: number;
}

/**
 * Full-text search in a thread of its own. It opens the saved index, is told what differs from the documents, and
 * until all is in results say `partial`. A committed change is found by every search that is asked after the commit
 * was answered. A lost worker is replaced; everything rejects with `unavailable` (503) when the worker is lost, too
 * slow or gone.
 */
export function createSearchIndex({
  store,
  log,
  folder,
  clock = systemClock,
  fillsItself = true,
  semantic,
  startThread = startSearchThread,
  onProgress,
  answerWithinMs,
}: SearchIndexOptions): SearchIndex {
  const worker = {
    folder: folder ?? null,
    instanceId: store.instanceId,
    saves: folder !== undefined && store.readOnlyReason === null,
  };
  const upkeep = createIndexUpkeep({
    store,
    log,
    clock,
    worker,
    startThread,
    answerWithinMs,
    fillsItself,
    onProgress,
  });
  const context: Context = { store, log, upkeep, semantic, isSearched: fillsItself };
  return {
    search: ({ signal, ...request }) => search(context, request, signal),
    async similarDocuments(request) {
      const { documents } = await upkeep.ask({ about: 'similar', ...request }, 'similar');
      return documents;
    },
    async closestTitles(request) {
      const { documents } = await upkeep.ask({ about: 'titles', ...request }, 'titles');
      return documents;
    },
    status: () => statusOf(context),
    check: async () => checkOf(context),
    rebuild: (signal) => upkeep.rebuild(signal),
    async close() {
      await Promise.all([upkeep.close(), semantic?.close()]);
    },
  };
}

interface Context {
  store: SearchIndexOptions['store'];
  log: Logger;
  upkeep: IndexUpkeep;
  semantic: SemanticSearch | undefined;
  isSearched: boolean;
}

async function search(
  context: Context,
  request: SearchRequest,
  signal: AbortSignal | undefined,
): Promise<SearchResult> {
  const { upkeep } = context;
  const semantic = await closeInMeaning(context, request, signal);
  await upkeep.caughtUp(signal);
  const partial = upkeep.state !== 'complete';
  const found = await upkeep.ask({ about: 'find', request, semantic }, 'find', { signal });
  const { hits, total, relaxed, highlights } = found;
  const texts = await textsOf(context, hits, request.visible);
  if (texts.length === 0) return { hits: [], total, relaxed, partial };
  const question = { about: 'excerpts' as const, highlights, texts };
  const { excerpts } = await upkeep.ask(question, 'excerpts', { signal });
  return { hits: texts.map(({ hit }, index) => searchHit(hit, excerpts[index])), total, relaxed, partial };
}

/** Null where meaning is not asked: the words decide alone. */
async function closeInMeaning(
  { semantic }: Context,
  { query, visible, filter, asYouType }: SearchRequest,
  signal: AbortSignal | undefined,
) {
  if (!semantic || asYouType) return null;
  return semantic.rank(textForMeaning(query), { visible, filter }, signal);
}

interface HitText {
  hit: FoundHit;
  markdown: string;
  summary: string;
}

/**
 * The texts of the page. What was deleted or hidden since it was found is left out; what changed is shown as it is
 * now. A text is taken only with the head that it belongs to, so that no state that the reader may not see shows.
 */
async function textsOf(
  context: Context,
  hits: readonly FoundHit[],
  visible: readonly VisibleSpace[],
): Promise<HitText[]> {
  const isVisible = visibleAmong(visible);
  const texts = await Promise.all(hits.map((hit) => textOf(context, hit, isVisible)));
  return texts.filter((text) => text !== null);
}

async function textOf(
  { store, log }: Context,
  hit: FoundHit,
  isVisible: ReturnType<typeof visibleAmong>,
): Promise<HitText | null> {
  const { documents } = store.tables;
  for (;;) {
    const head = documents.get(hit.id);
    if (!head || head.trashed || !isVisible(head)) return null;
    const markdown = await readText({ store, log }, hit.id);
    if (documents.get(hit.id) === head) return { hit, markdown, summary: head.summary };
  }
}

async function readText({ store, log }: Pick<Context, 'store' | 'log'>, id: string): Promise<string> {
  try {
    return (await store.content('documents', id)).slice(0, MAX_SCANNED);
  } catch (error) {
    log.warn({ err: error, document: id }, 'text could not be read for a snippet');
    return '';
  }
}

const NO_EXCERPT: Excerpt = { snippet: '', section: null, anchor: null };

/** What only the meaning found has no passage with the words, but a section. */
function searchHit({ closest, ...hit }: FoundHit, excerpt = NO_EXCERPT): SearchHit {
  return { ...hit, ...excerpt, ...(hit.match === 'semantic' ? closest : null) };
}

async function statusOf({ store, upkeep, semantic, isSearched }: Context): Promise<SearchStatus> {
  const progress = await progressOf(upkeep, isSearched);
  return {
    ...progress,
    documents: searchableDocuments(store),
    progress: upkeep.progress,
    saved_bytes: upkeep.saved?.bytes ?? null,
    saved_at: upkeep.saved?.at ?? null,
    problem: upkeep.problem,
    semantic: semantic?.status() ?? SEMANTIC_OFF,
  };
}

/** How far the index is; a server never waits for it. */
async function progressOf(
  upkeep: IndexUpkeep,
  isSearched: boolean,
): Promise<Pick<SearchStatus, 'state' | 'indexed'>> {
  if (isSearched && upkeep.state === 'starting') return { state: 'building', indexed: 0 };
  if (upkeep.state === 'lost') return { state: 'unavailable', indexed: 0 };
  const state = !isSearched ? 'off' : upkeep.state === 'complete' ? 'ready' : 'building';
  try {
    const { documents } = await upkeep.ask({ about: 'count' }, 'count');
    return { state, indexed: documents };
  } catch {
    return { state: 'unavailable', indexed: 0 };
  }
}

async function checkOf({ store, upkeep }: Context) {
  const { missing, stale, surplus } = await upkeep.compare();
  const { documents: indexed } = await upkeep.ask({ about: 'count' }, 'count');
  const { isWhole } = await upkeep.ask({ about: 'file' }, 'file', { isPatient: true });
  return {
    documents: searchableDocuments(store),
    indexed,
    missing: missing.slice(0, MAX_NAMED),
    stale: stale.slice(0, MAX_NAMED),
    surplus: surplus.slice(0, MAX_NAMED),
    file_is_whole: isWhole,
  };
}

function searchableDocuments(store: Context['store']): number {
  let count = 0;
  for (const { trashed } of store.tables.documents.all()) if (!trashed) count += 1;
  return count;
}
