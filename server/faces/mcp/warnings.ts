import { z } from 'zod';
import type { MarkdownWarning } from '../../markdown/check.ts';
import { warningSchema } from '../../operations/documents/check-text.ts';
import { counted } from './wording.ts';

export const warningsSchema = z.array(warningSchema).optional();

/** So many are said to the model; the reply's data has them all. */
const MOST_SAID = 5;

/** Says what is probably wrong in a text that was written, with the line; empty when nothing is. */
export function warningsSentence(warnings: readonly MarkdownWarning[]): string {
  if (warnings.length === 0) return '';
  const said = warnings.slice(0, MOST_SAID).map(({ line, message }) => `line ${line}: ${message}`);
  const more = warnings.length > MOST_SAID ? ` And ${warnings.length - MOST_SAID} more.` : '';
  return ` ${counted(warnings.length, 'warning')}: ${said.join(' ')}${more}`;
}
