import type { Readable } from 'node:stream';

/** What a program says, as one text that grows. */
export interface WatchedOutput {
  /**
   * The first match, or what its group holds, once it is there: a pattern goes on to what follows, since a text may
   * come in pieces. Rejects when the program ends without it, with all that it said.
   */
  match(pattern: RegExp): Promise<string>;
  text(): string;
}

export function watchOutput(...streams: Readable[]): WatchedOutput {
  let said = '';
  let open = streams.length;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  for (const stream of streams) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      tell();
    });
    stream.once('close', () => {
      open -= 1;
      tell();
    });
  }
  return {
    text: () => said,
    match: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(said);
          if (!found && open > 0) return;
          listeners.delete(look);
          if (found) resolve(found[1] ?? found[0]);
          else reject(new Error(`The program ended without ${pattern}:\n${said}`));
        };
        listeners.add(look);
        look();
      }),
  };
}
