import type { TunnelLogLine } from '../tunnel-ports.ts';

const MOST_LINES = 200;

/** Long runs of what tokens, keys and credentials are written with. */
const SECRET_SHAPED = /\b[A-Za-z0-9+/_-]{48,}={0,2}/g;

export interface LogTail {
  readonly lines: readonly TunnelLogLine[];
  add(line: TunnelLogLine): void;
  /** From now on this text is hidden wherever it stands. */
  readonly hide: (secret: string) => void;
}

/** The program's last 200 lines, without the token and without anything that looks like one (security L2). */
export function createLogTail(): LogTail {
  let lines: readonly TunnelLogLine[] = [];
  const hidden = new Set<string>();

  function withoutSecrets(text: string): string {
    let clean = text;
    for (const secret of hidden) clean = clean.replaceAll(secret, '[hidden]');
    return clean.replaceAll(SECRET_SHAPED, '[hidden]');
  }

  return {
    get lines() {
      return lines;
    },
    add(line) {
      lines = [...lines.slice(1 - MOST_LINES), { ...line, message: withoutSecrets(line.message) }];
    },
    hide: (secret) => {
      if (secret !== '') hidden.add(secret);
    },
  };
}
