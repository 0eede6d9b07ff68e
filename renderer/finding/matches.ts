/** Whether each word of a search begins a word of a name, wherever: “go rev” finds “Go to Review queue”. */
export function matches(name: string, search: string): boolean {
  const words = wordsOf(name);
  const wanted = wordsOf(search);
  return wanted.length > 0 && wanted.every((word) => words.some((other) => other.startsWith(word)));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
