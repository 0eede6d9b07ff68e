import { linter, lintGutter, type Diagnostic } from '@codemirror/lint';
import type { Extension, Text } from '@codemirror/state';

/** Something in the text that is probably not what its writer meant. */
export interface Hint {
  message: string;
  /** From 1. */
  line: number;
}

/** So long after the last key the text is looked through. */
const CHECK_AFTER_MS = 700;

/** Shows what the checker says at the lines that it says it of. A check that fails says nothing. */
export function showHints(check: (text: string) => Promise<readonly Hint[]>): Extension {
  return [
    lintGutter(),
    linter(
      async ({ state }) => {
        const text = state.sliceDoc();
        const hints = text.trim() === '' ? [] : await check(text).catch((): Hint[] => []);
        return hints.map((hint) => diagnosticOf(hint, state.doc));
      },
      { delay: CHECK_AFTER_MS },
    ),
  ];
}

function diagnosticOf({ message, line }: Hint, text: Text): Diagnostic {
  const { from, to, text: words } = text.line(Math.min(Math.max(1, line), text.lines));
  const indent = words.length - words.trimStart().length;
  return { from: from + indent, to, severity: 'warning', message };
}
