/** Ctrl+C reaches a program under npm twice, once from the terminal and once from npm; that is one wish. */
const SAME_WISH_MS = 500;
const KILLED = 128;
const SIGNALS = [
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGTERM', 15],
] as const;

type EndSignal = (typeof SIGNALS)[number][0];

/** Resolves at the first signal to end. From then on a second one ends the process at once (security X14). */
export function endSignal(): Promise<EndSignal> {
  return new Promise((resolve) => {
    let first: { signal: EndSignal; at: number } | undefined;
    const receive = (signal: EndSignal, number: number) => {
      if (first === undefined) {
        first = { signal, at: performance.now() };
        resolve(signal);
        return;
      }
      const isEcho =
        signal === 'SIGINT' && first.signal === 'SIGINT' && performance.now() - first.at < SAME_WISH_MS;
      if (!isEcho) process.exit(KILLED + number);
    };
    for (const [signal, number] of SIGNALS) process.on(signal, () => receive(signal, number));
  });
}
