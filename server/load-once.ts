/** Runs `load` at the first call, once; a failed load is tried again at the next call. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/** The same of what has to be closed at the end, if anybody ever used it. */
export function loadCloseable<T extends { close(): Promise<void> }>(
  load: () => Promise<T>,
): { use: () => Promise<T>; close: () => Promise<void> } {
  let isUsed = false;
  const loaded = loadOnce(load);
  return {
    use() {
      isUsed = true;
      return loaded();
    },
    async close() {
      if (isUsed) await (await loaded()).close();
    },
  };
}
