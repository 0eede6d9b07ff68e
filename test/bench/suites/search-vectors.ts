import { startChild } from '../child-process.ts';
import { milliseconds, percentile, ratio, type Finding, type Suite } from '../report.ts';
import type { MeasuredVectors } from '../search/measured-vectors.ts';

/** Goal 17 of search: exact cosine over all vectors, against the plainest fast loop there is. */
export const searchVectors: Suite = {
  name: 'search-vectors',
  title: 'Search by meaning: exact cosine over all vectors against a plain loop over a flat Float32Array',
  async run() {
    const small = await measure(10_000, 768);
    const large = await measure(50_000, 1536);
    const share = percentile(small.ours, 0.5) / percentile(small.plain, 0.5);
    return [
      {
        goal: '10,000 × 768, p50 against the plain loop',
        target: '≤ 1.2×',
        measured: ratio(share),
        isMet: share <= 1.2,
        detail: describe(small),
      },
      largest(large),
    ];
  },
};

interface Times {
  ours: number[];
  plain: number[];
}

async function measure(count: number, dimensions: number): Promise<Times> {
  const child = startChild<MeasuredVectors>(new URL('../search/measured-vectors.ts', import.meta.url), {
    parameters: [String(count), String(dimensions)],
  });
  try {
    return await child.call('measure');
  } finally {
    await child.stop();
  }
}

function largest(times: Times): Finding {
  const p95 = percentile(times.ours, 0.95);
  return {
    goal: '50,000 × 1536, p95',
    target: '≤ 50 ms',
    measured: milliseconds(p95),
    isMet: p95 <= 50,
    detail: describe(times),
  };
}

function describe({ ours, plain }: Times): string {
  const figures = (times: readonly number[]) =>
    `${milliseconds(percentile(times, 0.5))}/${milliseconds(percentile(times, 0.95))}`;
  return `p50/p95: ours with rights, filter and the best 100 documents ${figures(ours)}, the loop with its best 10 ${figures(plain)}; ${ours.length} questions, least of 5 turns`;
}
