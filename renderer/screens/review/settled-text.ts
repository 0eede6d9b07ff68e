import type { MergedPart } from '../../../server/domain/merge.ts';

export type Conflict = Extract<MergedPart, { kind: 'conflict' }>;
export type Choice = 'live' | 'proposed' | 'both';

/** What was decided for one conflict: the side, and the text as it may have been changed since. */
export interface Settled {
  choice: Choice;
  text: string;
}

/** The text that a choice begins with. */
export function startOf({ live, proposed }: Conflict, choice: Choice): string {
  const lines = { live, proposed, both: [...live, ...proposed] }[choice];
  return lines.join('\n');
}

/**
 * The whole text with every conflict settled, in their order; null while one is open. A passage that is settled as
 * nothing leaves no empty line behind.
 */
export function settledText(
  parts: readonly MergedPart[],
  settled: readonly (Settled | undefined)[],
): string | null {
  const lines: string[] = [];
  let conflict = 0;
  for (const part of parts) {
    if (part.kind === 'settled') {
      lines.push(...part.lines);
      continue;
    }
    const decision = settled[conflict];
    conflict += 1;
    if (!decision) return null;
    if (decision.text !== '') lines.push(decision.text);
  }
  return lines.join('\n');
}
