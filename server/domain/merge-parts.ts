import { MARKERS } from './merge.ts';

/** A passage that both sides changed differently, each side's lines and what stood there before. */
export interface Conflict {
  live: readonly string[];
  base: readonly string[];
  proposed: readonly string[];
}

/** A stretch of a merged text: lines that are settled, or a passage to decide. */
export type MergePart = { lines: readonly string[] } | { conflict: Conflict };

/** Which side a passage becomes; `both`: the live lines, then the proposed ones. */
export type Choice = 'live' | 'proposed' | 'both';

/** A text with conflict markers, as `mergeText` writes it, in its parts. What is no whole conflict is settled text. */
export function mergeParts(merged: string): MergePart[] {
  const lines = merged.split('\n');
  const parts: MergePart[] = [];
  let settled: string[] = [];
  for (let at = 0; at < lines.length;) {
    const found = conflictAt(lines, at);
    if (found) {
      if (settled.length > 0) parts.push({ lines: settled });
      settled = [];
      parts.push({ conflict: found.conflict });
      at = found.end;
    } else {
      settled.push(lines[at] ?? '');
      at += 1;
    }
  }
  return settled.length > 0 ? [...parts, { lines: settled }] : parts;
}

function conflictAt(
  lines: readonly string[],
  start: number,
): { conflict: Conflict; end: number } | undefined {
  if (lines[start] !== MARKERS.live) return undefined;
  const base = lines.indexOf(MARKERS.base, start);
  const middle = base === -1 ? -1 : lines.indexOf(MARKERS.middle, base);
  const end = middle === -1 ? -1 : lines.indexOf(MARKERS.proposed, middle);
  if (end === -1) return undefined;
  const conflict = {
    live: lines.slice(start + 1, base),
    base: lines.slice(base + 1, middle),
    proposed: lines.slice(middle + 1, end),
  };
  return { conflict, end: end + 1 };
}

/** The text that the choices make of its parts, one for each conflict in their order; a missing one means both. */
export function settledText(parts: readonly MergePart[], choices: readonly (Choice | undefined)[]): string {
  let conflicts = 0;
  const lines = parts.flatMap((part) => {
    if ('lines' in part) return part.lines;
    const choice = choices[conflicts] ?? 'both';
    conflicts += 1;
    const { live, proposed } = part.conflict;
    return choice === 'both' ? [...live, ...proposed] : part.conflict[choice];
  });
  return lines.join('\n');
}
