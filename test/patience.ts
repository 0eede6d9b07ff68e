/** How long a test waits for what has to come, in milliseconds: so long that a busy machine decides nothing. */
export const PATIENCE = { timeout: 60_000, interval: 20 } as const;
