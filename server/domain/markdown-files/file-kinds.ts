import type { SkippedFile } from './import-plan.ts';

/** Whether a file becomes a page. */
export function isMarkdownName(name: string): boolean {
  return /\.(?:md|mdx|markdown)$/i.test(name);
}

/** Whether a file may be a picture that a page shows; those of other types than ours are refused by their bytes. */
export function isImageName(name: string): boolean {
  return /\.(?:png|apng|jpe?g|jfif|gif|webp|svg|hei[cf]|avif|bmp|tiff?)$/i.test(name);
}

/** What macOS adds to archives, and what editors and version control keep for themselves. */
const isHidden = (name: string): boolean => name.startsWith('.') || name === '__MACOSX';

/**
 * Why an import does not look at a file: for itself, or for the outermost folder of those that it is in, which then
 * stands in the report in place of all its files.
 *
 * @param path below the imported folder, with `/`
 */
export function leftOut(path: string): SkippedFile | undefined {
  const parts = path.split('/');
  for (const [index, part] of parts.entries()) {
    const isFolder = index < parts.length - 1;
    const where = `${parts.slice(0, index + 1).join('/')}${isFolder ? '/' : ''}`;
    if (isHidden(part)) return { path: where, reason: 'it is hidden' };
    if (isFolder && part === 'node_modules')
      return { path: where, reason: 'it holds the packages of a program' };
  }
  return undefined;
}

/** Who sends or packs a folder mostly does so with its name; the pages in it are meant, not a page above them. */
export function withoutCommonFolder(paths: readonly string[]): (path: string) => string {
  const shown = paths.filter((path) => !leftOut(path));
  const [top = ''] = shown[0]?.split('/', 1) ?? [];
  const isCommon = shown.every((path) => path.startsWith(`${top}/`));
  return (path) => (isCommon && path.startsWith(`${top}/`) ? path.slice(top.length + 1) : path);
}
