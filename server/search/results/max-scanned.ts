/** So much of a text is looked through for its snippet, in UTF-16 code units (security Q3). */
export const MAX_SCANNED = 60_000;
