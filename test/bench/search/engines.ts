import { startChild, type Child } from '../child-process.ts';
import type { PeerName } from '../peers/search/open-peer.ts';
import type { Audience } from '../peers/search/search-peer.ts';
import { percentile } from '../report.ts';
import type { MeasuredPeer } from './measured-peer.ts';
import type { BenchQuery } from './query-sets.ts';

export interface Engine {
  name: PeerName;
  /** Milliseconds of the first build. */
  built: number;
  /** What the index holds in memory afterwards. */
  megabytes: number;
  process: Child<MeasuredPeer>;
}

/** Builds each engine in a process of its own, one after another. */
export async function buildEngines(names: readonly PeerName[], documents: number): Promise<Engine[]> {
  const engines: Engine[] = [];
  for (const name of names) {
    const process = startChild<MeasuredPeer>(new URL('measured-peer.ts', import.meta.url), {
      parameters: [name, String(documents)],
      // Memory is measured after collecting garbage, and lunr needs a lot of it.
      flags: ['--expose-gc', '--max-old-space-size=8192'],
    });
    const { took, megabytes } = await process.call('build');
    engines.push({ name, built: took, megabytes, process });
  }
  return engines;
}

export async function stopEngines(engines: readonly Engine[]): Promise<void> {
  for (const engine of engines) await engine.process.stop();
}

/** Percentiles over the queries of a class, of the least of several rounds each. */
export interface Latency {
  p50: number;
  p95: number;
}

/** The engines take turns, so that whatever else the machine does meets them all. Null: it has no such query. */
export async function compareLatency(
  engines: readonly Engine[],
  queries: readonly BenchQuery[],
  rounds: number,
): Promise<Map<PeerName, Latency | null>> {
  const best = new Map<PeerName, number[] | null>(engines.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, process } of engines) {
      const before = best.get(name);
      if (before) best.set(name, leastOf(before, await process.call('round', queries)));
    }
  }
  return new Map([...best].map(([name, times]) => [name, times && asLatency(times)]));
}

/** The same engine asked by different readers, taking turns. */
export async function compareAudiences(
  { process }: Engine,
  queries: readonly BenchQuery[],
  audiences: readonly Audience[],
  rounds: number,
): Promise<Latency[]> {
  const best: number[][] = audiences.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, audience] of audiences.entries()) {
      best[index] = leastOf(best[index] ?? [], await process.call('round', queries, audience)) ?? [];
    }
  }
  return best.map(asLatency);
}

function leastOf(before: readonly number[], times: readonly number[] | null): number[] | null {
  return times && times.map((time, index) => Math.min(time, before[index] ?? time));
}

const asLatency = (times: readonly number[]): Latency => ({
  p50: percentile(times, 0.5),
  p95: percentile(times, 0.95),
});
