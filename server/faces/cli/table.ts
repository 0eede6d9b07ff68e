const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const INVISIBLE = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** How many columns of a terminal a text takes. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += INVISIBLE.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

/** Rows under their headings, in columns that are as wide as their widest cell. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [headings.map((heading) => heading.toUpperCase()), ...rows];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => displayWidth(row[column] ?? ''))));
  return all.map((row) => formatRow(row, widths)).join('\n');
}

function formatRow(row: readonly string[], widths: readonly number[]): string {
  return widths
    .map((width, column) => {
      const cell = row[column] ?? '';
      return cell + ' '.repeat(width - displayWidth(cell));
    })
    .join('  ')
    .trimEnd();
}
