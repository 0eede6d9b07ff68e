/** Sees to it that the desktop app is built from the sources as they are. Returns whether it is. */
export function ensureDesktop(): boolean;
