import type { AppError } from '../../errors.ts';

/** What is wrong with what a person has sent, for the form to show again. */
export interface Problem {
  /** For the page as a whole; absent when each problem belongs to a field. */
  message: string | undefined;
  hint: string | undefined;
  /** By name of the field. */
  fields: Readonly<Record<string, string>>;
}

const CLAUSE = /^([a-z_]+): (.+)$/s;

/**
 * An operation's refusal in terms of a form: clauses such as `password: must have …` go to their fields.
 *
 * @param names the fields of the form
 */
export function problemOf({ message, hint }: AppError, names: readonly string[]): Problem {
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  for (const clause of message.split('; ')) {
    const [, name = '', text = ''] = CLAUSE.exec(clause) ?? [];
    if (names.includes(name)) fields[name] = asSentence(text);
    else rest.push(clause);
  }
  if (rest.length === 0) return { message: undefined, hint: undefined, fields };
  return { message: rest.join('; '), hint, fields };
}

/** “must have at least 12 characters” → “It must have at least 12 characters.” */
function asSentence(text: string): string {
  return /^[a-z]/.test(text) ? `It ${text}.` : text;
}
