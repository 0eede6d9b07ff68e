import { describe, expect, it } from 'vitest';
import { CORRECT_THE_FIELDS, notFound, NothingToChange, unknown } from '../../errors.ts';
import { hintInCommands, messageInCommands } from './flag-words.ts';

describe('what operations tell every face, at a terminal', () => {
  it.each([
    [CORRECT_THE_FIELDS, 'Run with --help to see what is possible.'],
    ['List the spaces to see what there is.', 'See what there is with: npx commonplace space list'],
    [notFound('sitting').hint ?? '', 'See what there is with: npx commonplace sitting list'],
    [
      'List the pending change requests to see what still waits.',
      'See what still waits with: npx commonplace review list',
    ],
    [
      'List the documents to see what there is.',
      'The id stands in the document’s address in the app, behind /documents/.',
    ],
    ['Send the request again in a moment.', 'Run the command again in a moment.'],
    ['Correct these names, and send the request again.', 'Correct these names, and run the command again.'],
    ['Approve with confirm_version 2.', 'Approve with --confirm-version 2.'],
    ['List the attachments to see what there is.', 'List the attachments to see what there is.'],
    ['Choose another slug.', 'Choose another slug.'],
  ])('%s → %s', (hint, words) => expect(hintInCommands(hint)).toBe(words));

  it('fields are options, and everything else stays as it is', () => {
    expect(messageInCommands(new NothingToChange().message)).toBe(
      'Nothing to change: give at least one option.',
    );
    expect(messageInCommands('expires_in_days: is required')).toBe('--expires: is required');
    expect(messageInCommands(unknown('space').message)).toBe('No such space.');
  });
});
