import type { Element, Nodes } from 'hast';

/** The words of each cell of a table's body, row by row. */
export function rowsOf(table: Element): string[][] {
  return elements(table, 'tbody').flatMap((body) =>
    elements(body, 'tr').map((row) => elements(row, 'td').map((cell) => textOf(cell).trim())),
  );
}

/** The words of each header. */
export function headersOf(table: Element): string[] {
  return elements(table, 'th').map((cell) => textOf(cell).trim());
}

/** The words of an element, without markup; of an image its description. */
export function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (node.type === 'element' && typeof node.properties['alt'] === 'string') return node.properties['alt'];
  return 'children' in node ? node.children.map((child) => textOf(child)).join('') : '';
}

/** Elements of a name below another, those within one another left out. */
function elements(around: Element, name: string): Element[] {
  return around.children.flatMap((child) => {
    if (child.type !== 'element') return [];
    return child.tagName === name ? [child] : elements(child, name);
  });
}
