/** Fields of operations that the command line calls by the name of a flag. */
const FLAGS: Readonly<Record<string, string>> = {
  confirm_version: '--confirm-version',
  resolved_content: '--content-file',
  expires_in_days: '--expires',
  confirm_never: '--confirm-never',
};

const FIELD = new RegExp(`\\b(?:${Object.keys(FLAGS).join('|')})\\b`, 'g');

/** What an operation says to every face, in the words of this one: `confirm_version 2` → `--confirm-version 2`. */
export function inFlags(text: string): string {
  return text.replaceAll(FIELD, (field) => FLAGS[field] ?? field);
}
