import { generateCollection } from '../search/collection.ts';
import {
  buildEngines,
  compareAudiences,
  compareLatency,
  stopEngines,
  type Engine,
  type Latency,
} from '../search/engines.ts';
import { drawQueries, type BenchQuery, type QuerySets } from '../search/query-sets.ts';
import { isStopWord } from '../search/stop-words.ts';
import type { PeerName } from '../peers/search/open-peer.ts';
import { milliseconds, percentile, ratio, type Finding, type Suite } from '../report.ts';

const ROUNDS = 5;
const EDITS = 500;
const FTS5 = 'FTS5 porter, title x4';
const FTS5_ALL = 'FTS5 porter, all words';
/** Who is compared at which size: lunr needs gigabytes and minutes at 50,000. */
const SMALL = {
  documents: 10_000,
  peers: ['lunr', 'MiniSearch', 'Orama', 'FlexSearch', FTS5, FTS5_ALL],
} as const;
const LARGE = { documents: 50_000, peers: [FTS5, FTS5_ALL] } as const;

/** Goals 1, 2, 3, 5, 6 and 9 of search: engines in processes of their own over the same generated documents. */
export const searchSpeed: Suite = {
  name: 'search-speed',
  title: `Search engine at ${SMALL.documents} and ${LARGE.documents} documents against ${SMALL.peers.join('; ')} (the last two at both sizes)`,
  async run() {
    const queries = drawQueries(generateCollection(1000), isStopWord);
    return [...(await compareSmall(queries)), ...(await compareLarge(queries))];
  },
};

async function compareSmall(queries: QuerySets): Promise<Finding[]> {
  const engines = await buildEngines(['Commonplace', ...SMALL.peers], SMALL.documents);
  try {
    const ours = engineNamed(engines, 'Commonplace');
    return [
      ...(await fourWords(engines, queries)),
      ...(await otherQueries(engines, queries)),
      ...(await filters(ours, queries)),
      ...memory(engines),
      ...building(engines),
      await opening(engines),
      ...(await edits(engines)),
    ];
  } finally {
    await stopEngines(engines);
  }
}

async function fourWords(
  engines: readonly Engine[],
  { fourWords: one, anyOfFour: any }: QuerySets,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [what, queries] of [
    ['Four words of one page', one],
    ['Four words of four pages (any will do)', any],
  ] as const) {
    const latencies = await compareLatency(engines, queries, ROUNDS);
    for (const [peer, limit] of [
      ['lunr', 1 / 100],
      [FTS5, 1 / 10],
    ] as const) {
      findings.push(againstPeer(`${what}, ${SMALL.documents}`, latencies, peer, limit));
    }
  }
  return findings;
}

/** The p95 of ours against that of a peer, with the figures of all behind it. */
function againstPeer(
  what: string,
  latencies: ReadonlyMap<PeerName, Latency | null>,
  peer: PeerName,
  limit: number,
): Finding {
  const ours = latencies.get('Commonplace');
  const theirs = latencies.get(peer);
  if (!ours || !theirs) throw new Error(`${peer} was not measured.`);
  const share = ours.p95 / theirs.p95;
  return {
    goal: `${what}, p95 with 20 hits and exact total, against ${peer}`,
    target: `≤ ${fraction(limit)}`,
    measured: fraction(share),
    isMet: share <= limit,
    detail: describe(latencies),
  };
}

const fraction = (share: number): string =>
  share < 1 ? `1/${(1 / share).toFixed(share > 0.1 ? 1 : 0)}` : ratio(share);

function describe(latencies: ReadonlyMap<PeerName, Latency | null>): string {
  const figures = [...latencies].flatMap(([name, latency]) =>
    latency ? [`${name} ${precise(latency.p50)}/${precise(latency.p95)}`] : [],
  );
  return `p50/p95 in ms: ${figures.join(', ')}`;
}

const precise = (value: number): string => value.toFixed(value < 1 ? 3 : 1);

/** Every other class of query: not slower than the fastest of those that rank all matches and count them. */
async function otherQueries(engines: readonly Engine[], queries: QuerySets): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [what, set] of [
    ['One word', queries.oneWord],
    ['A common word', queries.common],
    ['Beginning of a word', queries.prefix],
    ['A word with a typo', queries.fuzzy],
    ['A phrase', queries.phrase],
  ] as const) {
    const latencies = await compareLatency(engines, set, ROUNDS);
    findings.push(againstFastest(`${what}, ${SMALL.documents}`, latencies));
  }
  return findings;
}

function againstFastest(what: string, latencies: ReadonlyMap<PeerName, Latency | null>): Finding {
  const rivals = [...latencies].flatMap(([name, latency]) =>
    latency && name !== 'Commonplace' && name !== 'FlexSearch' ? [{ name, p95: latency.p95 }] : [],
  );
  const [fastest] = rivals.toSorted((left, right) => left.p95 - right.p95);
  const ours = latencies.get('Commonplace');
  if (!ours || !fastest) throw new Error('Somebody has to be compared.');
  const share = ours.p95 / fastest.p95;
  return {
    goal: `${what}, p95 against the fastest that ranks and counts`,
    target: '≤ 1×',
    measured: ratio(share),
    isMet: share <= 1,
    detail: describe(latencies),
  };
}

async function filters(ours: Engine, { fourWords: one, anyOfFour: any }: QuerySets): Promise<Finding[]> {
  const audiences = ['everything', 'filtered', 'published'] as const;
  const [all, filtered, published] = await compareAudiences(ours, [...one, ...any], audiences, ROUNDS);
  if (!all || !filtered || !published) throw new Error('Three audiences give three latencies.');
  return [
    { who: 'A filtered query', latency: filtered },
    { who: 'A reader who sees no drafts', latency: published },
  ].map(({ who, latency }) => {
    const cost = Math.max(latency.p50 / all.p50, latency.p95 / all.p95);
    return {
      goal: `${who} against one who sees everything, ${SMALL.documents}`,
      target: '≤ 1.5×',
      measured: ratio(cost),
      isMet: cost <= 1.5,
      detail: `p50/p95 in ms: ${precise(latency.p50)}/${precise(latency.p95)} and ${precise(all.p50)}/${precise(all.p95)}; the worse of the two counts`,
    };
  });
}

function memory(engines: readonly Engine[]): Finding[] {
  const ours = engineNamed(engines, 'Commonplace').megabytes;
  const figures = engines.map(({ name, megabytes }) => `${name} ${megabytes.toFixed(0)}`).join(', ');
  return (
    [
      ['lunr', 0.1],
      ['MiniSearch', 0.4],
    ] as const
  ).map(([peer, limit]) => {
    const share = ours / engineNamed(engines, peer).megabytes;
    return {
      goal: `Memory of the index, ${SMALL.documents}, against ${peer}`,
      target: `≤ ${limit}×`,
      measured: `${share.toFixed(3)}×`,
      isMet: share <= limit,
      detail: `heap and array buffers after collecting garbage, in MB: ${figures}; FTS5 keeps its own outside`,
    };
  });
}

function building(engines: readonly Engine[]): Finding[] {
  const ours = engineNamed(engines, 'Commonplace').built;
  const share = ours / engineNamed(engines, 'lunr').built;
  const figures = engines.map(({ name, built }) => `${name} ${(built / 1000).toFixed(1)}`).join(', ');
  return [
    {
      goal: `First build of ${SMALL.documents} documents against lunr`,
      target: '≤ 0.25×',
      measured: ratio(share),
      isMet: share <= 0.25,
      detail: `in one thread, seconds: ${figures}`,
    },
  ];
}

async function opening(engines: readonly Engine[]): Promise<Finding> {
  const ours = await engineNamed(engines, 'Commonplace').process.call('saved');
  const lunr = await engineNamed(engines, 'lunr').process.call('saved');
  const share = ours.opening / lunr.opening;
  return {
    goal: `Opening a saved index of ${SMALL.documents} documents against lunr's JSON.parse and load`,
    target: '≤ 1/20',
    measured: fraction(share),
    isMet: share <= 1 / 20,
    detail: `${milliseconds(ours.opening)} and ${milliseconds(lunr.opening)}; ${ours.megabytes.toFixed(0)} and ${lunr.megabytes.toFixed(0)} MB on disk`,
  };
}

async function edits(engines: readonly Engine[]): Promise<Finding[]> {
  const ours = await engineNamed(engines, 'Commonplace').process.call('replace', EDITS);
  const theirs = await engineNamed(engines, 'MiniSearch').process.call('replace', EDITS);
  const p50 = percentile(ours, 0.5);
  const p99 = percentile(ours, 0.99);
  const share = p50 / percentile(theirs, 0.5);
  const ofRebuild = p50 / engineNamed(engines, 'lunr').built;
  const detail = `${EDITS} edits; p50/p99 in ms: ours ${precise(p50)}/${precise(p99)}, MiniSearch ${precise(percentile(theirs, 0.5))}/${precise(percentile(theirs, 0.99))}`;
  return [
    {
      goal: 'One edit in the index, p50 against MiniSearch replace',
      target: '≤ 2×',
      measured: ratio(share),
      isMet: share <= 2,
      detail,
    },
    {
      goal: 'One edit in the index, p99',
      target: '≤ 15 ms',
      measured: milliseconds(p99),
      isMet: p99 <= 15,
      detail,
    },
    {
      goal: 'One edit against a rebuild by lunr',
      target: '≤ 1/5000',
      measured: fraction(ofRebuild),
      isMet: ofRebuild <= 1 / 5000,
      detail: 'lunr cannot be changed once it is built',
    },
  ];
}

async function compareLarge(queries: QuerySets): Promise<Finding[]> {
  const engines = await buildEngines(['Commonplace', ...LARGE.peers], LARGE.documents);
  try {
    const findings: Finding[] = [];
    for (const [what, set] of [
      ['Four words of one page', queries.fourWords],
      ['Four words of four pages (any will do)', queries.anyOfFour],
    ] as const) {
      const latencies = await compareLatency(engines, set, ROUNDS);
      findings.push(againstPeer(`${what}, ${LARGE.documents}`, latencies, FTS5, 1 / 10));
      findings.push(within(`${what}, ${LARGE.documents}, p95`, latencies.get('Commonplace'), 5));
    }
    const ours = engineNamed(engines, 'Commonplace');
    findings.push(await alone(ours, 'A word with a typo', queries.fuzzy, 5));
    findings.push(await alone(ours, 'A phrase', queries.phrase, 5));
    findings.push(
      await alone(ours, 'A wildcard in front, in the mode that answers as lunr does', queries.ending, 30),
    );
    return findings;
  } finally {
    await stopEngines(engines);
  }
}

async function alone(
  ours: Engine,
  what: string,
  queries: readonly BenchQuery[],
  limit: number,
): Promise<Finding> {
  const latencies = await compareLatency([ours], queries, ROUNDS);
  return within(`${what}, ${LARGE.documents}, p95`, latencies.get('Commonplace'), limit);
}

function within(goal: string, latency: Latency | null | undefined, limit: number): Finding {
  if (!latency) throw new Error(`${goal} was not measured.`);
  return {
    goal,
    target: `≤ ${limit} ms`,
    measured: milliseconds(latency.p95),
    isMet: latency.p95 <= limit,
    detail: `p50 ${precise(latency.p50)} ms, least of ${ROUNDS} rounds`,
  };
}

function engineNamed(engines: readonly Engine[], name: PeerName): Engine {
  const engine = engines.find((candidate) => candidate.name === name);
  if (!engine) throw new Error(`${name} was not built.`);
  return engine;
}
