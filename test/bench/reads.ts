import type { HttpClient } from './http-client.ts';

const SIMULTANEOUS = 4;

/** How long each of so many `GET /documents/:id` took, in milliseconds; four are under way at a time. */
export async function timesOfReads(
  client: HttpClient,
  ids: readonly string[],
  reads: number,
): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: SIMULTANEOUS }, async () => {
      while (next < reads) {
        const id = ids[(next * 7919) % ids.length] ?? '';
        next += 1;
        const start = performance.now();
        await client.send('GET', `/api/v1/documents/${id}`);
        times.push(performance.now() - start);
      }
    }),
  );
  return times;
}
