import type { Clock } from '../clock.ts';
import { hashToken, mintSecret } from '../domain/token-secret.ts';

const LIFETIME_MS = 10 * 60_000;
/** More than anybody opens windows within ten minutes; the oldest goes first. */
const MOST_OPEN = 20;

/** Tickets that open the local app once, each in a new browser (design §3; security E7). Kept in memory only. */
export interface LaunchTickets {
  mint(): string;
  /** True once for each ticket, within its ten minutes. */
  redeem(ticket: string): boolean;
}

export function createLaunchTickets({ monotonic }: Pick<Clock, 'monotonic'>): LaunchTickets {
  const openUntil = new Map<string, number>();
  return {
    mint() {
      const { secret, hash } = mintSecret('launch_ticket');
      const [oldest] = openUntil.keys();
      if (openUntil.size >= MOST_OPEN && oldest !== undefined) openUntil.delete(oldest);
      openUntil.set(hash, monotonic() + LIFETIME_MS);
      return secret;
    },
    redeem(ticket) {
      const key = hashToken(ticket);
      const until = openUntil.get(key);
      openUntil.delete(key);
      return until !== undefined && monotonic() < until;
    },
  };
}
