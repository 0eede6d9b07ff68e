/** How much the HTTP listener lets one caller, or all of them, ask of it. Options of the listener, nothing else. */
export interface HttpLimits {
  /** REST requests a minute and user, over all of the user's tokens (specification, "Limits"). */
  requestsPerMinute: number;
  /** Requests with a wrong token a minute and address (security R3). */
  failedTokensPerMinute: number;
  /** Largest JSON body, in bytes (security J5). */
  bodyBytes: number;
  /** Largest request head, in bytes. */
  headerBytes: number;
  /** A request's head must have arrived within this time. */
  headersTimeoutMs: number;
  /** A request must have arrived whole within this time. */
  requestTimeoutMs: number;
  /** A connection that asks nothing is closed after this time. */
  idleTimeoutMs: number;
  connections: number;
  /** How long closing waits for answers under way. */
  drainMs: number;
}

/** Security R1, R3, R5, J5, X14. */
export const DEFAULT_LIMITS: HttpLimits = {
  requestsPerMinute: 120,
  failedTokensPerMinute: 30,
  bodyBytes: 2 * 1024 * 1024,
  headerBytes: 8 * 1024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  idleTimeoutMs: 5_000,
  connections: 1_000,
  drainMs: 8_000,
};
