import { z } from 'zod';
import { contentSchema } from '../../domain/document.ts';
import { EDIT_MODES, editText, type EditResult, type TextEdit } from '../../domain/edit-text.ts';
import { textSchema } from '../../domain/text.ts';
import { AppError, badRequest } from '../../errors.ts';
import { finishInSlices } from '../../sliced-work.ts';

/** A change of a document's text as its caller describes it (decisions, "Arguments: writes"). */
export const editSchema = z.strictObject({
  markdown: contentSchema,
  mode: z
    .enum(EDIT_MODES)
    .optional()
    .describe('What markdown does; default: patch with find, section with section, else replace'),
  find: textSchema(2_000_000)
    .min(1)
    .optional()
    .describe('patch: the text that markdown replaces; must occur exactly once'),
  section: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe('section: heading or anchor; markdown replaces what stands below that heading'),
  allow_shrink: z.boolean().optional().describe('true lets most of the text, an image or a rich block go'),
});

export type Edit = z.output<typeof editSchema>;

const MOST_ANCHORS = 20;

/**
 * A text with an edit applied to it.
 *
 * @throws {AppError} that says what to send instead, when the edit has no one place in the text
 */
export async function applyEdit(text: string, edit: Edit): Promise<string> {
  const result = await finishInSlices(editText(text, textEdit(edit)));
  if (!result.done) throw refusal(result);
  if (contentSchema.safeParse(result.text).success) return result.text;
  throw badRequest('markdown: with this edit the text is too long.', {
    hint: 'Split the document into several.',
  });
}

/** A mode that fits what was named; what belongs to another mode is refused, never left out of account. */
function textEdit({ markdown, mode: named, find, section }: Edit): TextEdit {
  const mode =
    named ?? (find !== undefined ? 'patch' : section !== undefined ? 'section' : ('replace' as const));
  if (find !== undefined && mode !== 'patch') throw notOf('find', mode);
  if (section !== undefined && mode !== 'section') throw notOf('section', mode);
  switch (mode) {
    case 'patch':
      if (find === undefined) throw badRequest('find: is required with mode patch.', { hint: HOW_TO_PATCH });
      return { mode, markdown, find };
    case 'section':
      if (section === undefined)
        throw badRequest('section: is required with mode section.', { hint: HOW_TO_FIND_SECTIONS });
      return { mode, markdown, section };
    default:
      return { mode, markdown };
  }
}

const HOW_TO_PATCH = 'Send in find a passage of the current text, exactly as it stands there.';
const HOW_TO_FIND_SECTIONS = 'Call read_doc with format outline to see the headings and their anchors.';

function notOf(argument: 'find' | 'section', mode: string): AppError {
  const own = argument === 'find' ? 'patch' : 'section';
  return badRequest(`${argument}: goes with mode ${own}, not with ${mode}.`, {
    hint: `Leave ${argument} out, or send mode ${own}.`,
  });
}

function refusal(result: Exclude<EditResult, { done: true }>): AppError {
  switch (result.reason) {
    case 'matches':
      return result.count === 0
        ? new AppError('not_found', 'find: does not occur in the text.', {
            hint: 'Read the document again and copy the passage exactly, with its line breaks and marks.',
          })
        : badRequest(`find: occurs ${result.count} times in the text, and must occur exactly once.`, {
            hint: 'Send more of the text around it in find, so that only one place matches.',
          });
    case 'no_section':
      return new AppError('not_found', 'section: the document has no section with this heading.', {
        hint: HOW_TO_FIND_SECTIONS,
      });
    default: {
      const anchors = result.anchors.slice(0, MOST_ANCHORS).join(', ');
      return badRequest('section: several sections have this heading.', {
        hint: `Send one of their anchors: ${anchors}.`,
      });
    }
  }
}
