const BAR_WIDTH = 24;
const EVERY_MS = 100;

export interface Progress {
  advance(count: number): void;
  /** Takes the bar away again. */
  end(): void;
}

/** A bar on standard error while long work runs; nothing where nobody watches (no terminal, `--json`). */
export function startProgress(label: string, total: number, json: boolean): Progress {
  const terminal = process.stderr;
  if (json || !terminal.isTTY) return { advance() {}, end() {} };
  let done = 0;
  let drawnAt = 0;
  const draw = () => {
    drawnAt = performance.now();
    const filled = total === 0 ? BAR_WIDTH : Math.round((done / total) * BAR_WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
    terminal.write(`\r${label} ${bar} ${done}/${total}`);
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
