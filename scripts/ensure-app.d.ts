/** Sees to it that the app's pages are built before a server serves them from the sources. */
export function ensureApp(): Promise<void>;
