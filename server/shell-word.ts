/** A path or a text as one word of a command that a person may copy, in the shells of all platforms. */
export function shellWord(text: string): string {
  return /^[\w./:\\-]+$/.test(text) ? text : JSON.stringify(text);
}
