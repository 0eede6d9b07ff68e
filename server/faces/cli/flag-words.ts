import { COMMAND } from '../../command-name.ts';
import { CORRECT_THE_FIELDS } from '../../errors.ts';

/** Fields of operations that the command line calls by the name of a flag. */
const FLAGS: Readonly<Record<string, string>> = {
  confirm_version: '--confirm-version',
  resolved_content: '--content-file',
  expires_in_days: '--expires',
  confirm_never: '--confirm-never',
};

const FIELD = new RegExp(`\\b(?:${Object.keys(FLAGS).join('|')})\\b`, 'g');

/** What an operation says to every face, in the words of this one: `confirm_version 2` → `--confirm-version 2`. */
function inFlags(text: string): string {
  return text.replaceAll(FIELD, (field) => FLAGS[field] ?? field);
}

/** What an operation says that went wrong, at a terminal, where fields are options. */
export function messageInCommands(message: string): string {
  return inFlags(message).replace('name at least one field', 'give at least one option');
}

/** What to do about input that does not fit, at a terminal. */
export const SEE_HELP = 'Run with --help to see what is possible.';

/** Things that operations tell people to list, with the command that lists them. */
const LISTED_BY: Readonly<Record<string, string>> = {
  spaces: 'space list',
  'change requests': 'review list',
  'pending change requests': 'review list',
  'training decks': 'training list',
  'upload links': 'upload-link list --all',
  sittings: 'sitting list',
  backups: 'backup list',
};

const LIST = /^(?:Check the id; list|List) the (.+) (?:that you may see|to see (.+))\.$/;

/** No command lists the documents. */
const WHERE_DOCUMENTS_ARE = 'The id stands in the document’s address in the app, behind /documents/.';

/** What an operation tells every face to do, as something to do at a terminal. */
export function hintInCommands(hint: string): string {
  if (hint === CORRECT_THE_FIELDS) return SEE_HELP;
  const [, things = '', what = 'what there is'] = LIST.exec(hint) ?? [];
  if (things === 'documents') return WHERE_DOCUMENTS_ARE;
  const command = LISTED_BY[things];
  if (command !== undefined) return `See ${what} with: ${COMMAND} ${command}`;
  return inFlags(hint).replace(/\bsend the request again\b/i, (words) =>
    words.startsWith('S') ? 'Run the command again' : 'run the command again',
  );
}
