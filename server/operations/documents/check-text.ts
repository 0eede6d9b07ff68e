import { z } from 'zod';
import { checkMarkdown, type MarkdownWarning } from '../../markdown/check.ts';
import { finishInSlices } from '../../sliced-work.ts';
import type { OperationContext } from '../define.ts';
import { isVisible } from './load.ts';

export const warningSchema = z.object({ code: z.string(), message: z.string(), line: z.int() });

/**
 * What in a text is probably not what its author meant: unknown blocks, links and images that lead nowhere for this
 * person, images without a text, a second title. Asked for after a write, so that no commit waits for it.
 */
export function checkText(
  context: Pick<OperationContext, 'services' | 'user'>,
  text: string,
): Promise<MarkdownWarning[]> {
  const { documents, attachments } = context.services.store.tables;
  const resolves = (id: string) => {
    const document = documents.get(id);
    return document !== undefined && isVisible(context, document);
  };
  return finishInSlices(
    checkMarkdown(text, {
      resolves,
      resolvesImage: (id) => resolves(attachments.get(id)?.document_id ?? ''),
    }),
  );
}
