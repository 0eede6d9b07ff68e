import type { CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';

export interface FoundPage {
  id: string;
  title: string;
  /** Slug. */
  space: string;
}

const TRIGGER = /\[\[([^[\]\n]{1,80})$/;

/** Offers pages to link to after `[[` and a word; what is picked becomes a plain Markdown link. */
export function completePages(
  find: (words: string, signal: AbortSignal) => Promise<readonly FoundPage[]>,
): CompletionSource {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const line = context.state.doc.lineAt(context.pos);
    const written = TRIGGER.exec(line.text.slice(0, context.pos - line.from));
    if (!written?.[1]) return null;
    const controller = new AbortController();
    context.addEventListener('abort', () => controller.abort());
    const pages = await find(written[1], controller.signal).catch((): FoundPage[] => []);
    return {
      from: context.pos - written[0].length,
      filter: false,
      options: pages.map(({ id, title, space }) => ({
        label: title,
        detail: space,
        apply: `[${title.replaceAll(/[\\[\]]/g, String.raw`\$&`)}](/documents/${id})`,
      })),
    };
  };
}
