/** The engine copies shorter pieces by itself. */
const SHORTEST_SLICE = 13;

/**
 * The same text in memory of its own. A piece of a long string keeps all of that string alive; what stays longer
 * than the string is copied.
 */
export function detachedText(text: string): string {
  return text.length < SHORTEST_SLICE ? text : Buffer.from(text).toString();
}
