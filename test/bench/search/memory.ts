/** Frees what nobody holds any more. Needs `--expose-gc`. */
export function collectGarbage(): void {
  if (!globalThis.gc) throw new Error('Start this process with --expose-gc.');
  for (let round = 0; round < 3; round += 1) globalThis.gc();
}

/** Objects on the heap and all array buffers, shared ones included, in MB. */
export function megabytesHeld(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}
