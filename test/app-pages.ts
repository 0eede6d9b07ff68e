import { ensureApp } from '../scripts/ensure-app.js';

/** Browsers are shown the pages as they are now. */
export const setup = ensureApp;
