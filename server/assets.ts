/** The folder of files that come with the program: beside `server/` in the sources, beside `dist/` when built. */
export const ASSETS = new URL('../assets/', import.meta.url);

/** The app's pages as the build leaves them: in `dist/` of the sources, and beside the built server. */
export const APP_PAGES = new URL('../dist/renderer/', import.meta.url);
