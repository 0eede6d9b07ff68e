import { CallFailed } from '../client/transport.ts';

/** What a form says after it was refused. */
export interface FormProblems {
  /** By name of the field. */
  fields: Readonly<Record<string, string>>;
  /** What belongs to no field, with what to do about it. */
  rest: { message: string; hint: string | null } | null;
}

const CLAUSE = /^([a-z_]+): (.+)$/s;
const NONE: FormProblems = { fields: {}, rest: null };

/**
 * A refusal in terms of a form: clauses such as `password: must have …` go to their fields.
 *
 * @param names the fields of the form
 */
export function formProblems(error: Error | null, names: readonly string[]): FormProblems {
  if (!error) return NONE;
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  for (const clause of error.message.split('; ')) {
    const [, name = '', text = ''] = CLAUSE.exec(clause) ?? [];
    if (names.includes(name)) fields[name] = asSentence(text);
    else rest.push(clause);
  }
  const hint = error instanceof CallFailed ? error.error.hint : null;
  return { fields, rest: rest.length === 0 ? null : { message: rest.join('; '), hint } };
}

/** “must have at least 12 characters” → “It must have at least 12 characters.” */
function asSentence(text: string): string {
  return /^[a-z]/.test(text) ? `It ${text}.` : text;
}
