/** How much the HTTP listener lets one caller, or all of them, ask of it. Options of the listener, nothing else. */
export interface HttpLimits {
  /** REST requests a minute and user, over all of the user's tokens (specification, "Limits"). */
  requestsPerMinute: number;
  /** Images a minute and user: a page shows many (security R1). */
  imagesPerMinute: number;
  /** Calls of the app a minute and person: a page makes a handful, and searches as one types. */
  appCallsPerMinute: number;
  /** Requests with a wrong token a minute and address (security R3). */
  failedTokensPerMinute: number;
  /** Tries to sign in a minute, and in ten minutes, of one address (security R3, P3). */
  signInsPerMinute: number;
  signInsPerTenMinutes: number;
  /** Tries to sign in a minute of all strangers together (security P3). */
  signInsPerMinuteOfAll: number;
  /** Requests for upload pages a minute and address (security R3). */
  uploadRequestsPerMinute: number;
  /** Requests below `/api/oauth/` a minute and address (security R3). */
  oauthRequestsPerMinute: number;
  /** Apps that one address may register; hosted assistants share few addresses (decisions, "Rate limits"). */
  registrationsPerTenMinutes: number;
  /** Apps that registered themselves and are remembered (security O8). */
  storedClients: number;
  /** Largest JSON body, in bytes (security J5). */
  bodyBytes: number;
  /** Largest request head, in bytes. */
  headerBytes: number;
  /** A request's head must have arrived within this time. */
  headersTimeoutMs: number;
  /** A request must have arrived whole within this time. */
  requestTimeoutMs: number;
  /** A picture whose sender is known must have arrived whole within this time: phones send slowly. */
  uploadTimeoutMs: number;
  /** A connection that asks nothing is closed after this time. */
  idleTimeoutMs: number;
  connections: number;
  /** How long closing waits for answers under way. */
  drainMs: number;
}

/** Security R1, R3, R5, J5, X14. */
export const DEFAULT_LIMITS: HttpLimits = {
  requestsPerMinute: 120,
  appCallsPerMinute: 1_200,
  imagesPerMinute: 600,
  failedTokensPerMinute: 30,
  oauthRequestsPerMinute: 60,
  registrationsPerTenMinutes: 30,
  storedClients: 1_000,
  signInsPerMinute: 10,
  signInsPerTenMinutes: 20,
  signInsPerMinuteOfAll: 100,
  uploadRequestsPerMinute: 30,
  bodyBytes: 2 * 1024 * 1024,
  headerBytes: 8 * 1024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  uploadTimeoutMs: 300_000,
  idleTimeoutMs: 5_000,
  connections: 1_000,
  drainMs: 8_000,
};
