/** The keys that open the search box, as the person's keyboard names them. */
export const SHORTCUT = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';
