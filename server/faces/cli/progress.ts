const BAR_WIDTH = 24;
const EVERY_MS = 100;
/** Columns of a terminal that does not say. */
const NARROW = 80;

export interface Progress {
  advance(count: number): void;
  /** Takes the bar away again. */
  end(): void;
}

/** Whether somebody watches the command: there is a terminal, and no `--json`. */
export function isWatched(json: boolean): boolean {
  return !json && process.stderr.isTTY;
}

/**
 * A bar on standard error while long work runs; nothing where nobody watches.
 *
 * @param words what stands behind the percentage, e.g. `120 of 301 pages`; `done/total` when absent
 */
export function startProgress(label: string, total: number, json: boolean, words?: () => string): Progress {
  const terminal = process.stderr;
  if (!isWatched(json)) return { advance() {}, end() {} };
  let done = 0;
  let drawnAt = 0;
  const draw = () => {
    drawnAt = performance.now();
    const part = total === 0 ? 1 : Math.min(1, done / total);
    const filled = Math.round(part * BAR_WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
    const behind = words?.() ?? `${done}/${total}`;
    const line = `${label} ${bar} ${Math.floor(part * 100)} % ${behind}`;
    // A line that wraps could not be drawn over.
    terminal.write(`\r${line.slice(0, (terminal.columns || NARROW) - 1)}\u001b[K`);
  };
  draw();
  return {
    advance(count) {
      done += count;
      if (performance.now() - drawnAt >= EVERY_MS || done >= total) draw();
    },
    end: () => void terminal.write('\r\u001b[K'),
  };
}
