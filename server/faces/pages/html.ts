const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Finished markup. Only `html` makes one, so that no text becomes markup by accident. */
export interface Html {
  readonly markup: string;
}

/** What a place in a template takes: text is escaped, markup is kept, nothing is left out. */
export type HtmlValue = string | number | Html | readonly Html[] | null | undefined | false;

const made = new WeakSet<object>();

/**
 * A template whose values cannot break out of it (security O6). Places are text or whole attribute values in
 * double quotes; a value can be neither a tag, an attribute's name nor part of a script or a style.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let markup = parts[0] ?? '';
  for (const [index, value] of values.entries()) markup += rendered(value) + (parts[index + 1] ?? '');
  const result = Object.freeze({ markup });
  made.add(result);
  return result;
}

function rendered(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return escaped(value);
  if (isHtmlList(value)) return value.map(rendered).join('');
  if (!made.has(value)) throw new TypeError('Only markup that `html` made is kept as it is.');
  return value.markup;
}

function isHtmlList(value: Html | readonly Html[]): value is readonly Html[] {
  return Array.isArray(value);
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"'`]/g, (character) => ENTITIES[character] ?? character);
}
