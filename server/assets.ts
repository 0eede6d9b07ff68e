/** The folder of files that come with the program: beside `server/` in the sources, beside `dist/` when built. */
export const ASSETS = new URL('../assets/', import.meta.url);
