/** Single characters and neighbouring pairs of a run that has no spaces. */
export function characterPairs(run: string): { singles: string[]; pairs: string[] } {
  const singles = Array.from(run);
  return {
    singles,
    pairs: singles.slice(1).map((character, index) => `${singles[index] ?? ''}${character}`),
  };
}
