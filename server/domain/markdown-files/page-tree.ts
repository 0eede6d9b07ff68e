import { posix } from 'node:path';

/** A page of an import: a file, or a folder that has pages but none of its own. */
export interface TreePage {
  /** Path of the file or the folder below the imported folder, with `/`. */
  path: string;
  isFolder: boolean;
  /** Path of the page above it, or undefined at the top. */
  parent: string | undefined;
  depth: number;
}

const FOLDER_FILES = ['index', 'readme'];

/** A path without its last extension. */
export function withoutExtension(path: string): string {
  return path.slice(0, path.length - posix.extname(path).length);
}

/**
 * Turns file paths into a tree of pages, parents first. A folder's own page is the file of the same name beside
 * it, else its `index` or `README`, else an empty page that stands for the folder; the imported folder itself
 * has no page, it becomes the space.
 */
export function pageTree(paths: readonly string[]): TreePage[] {
  const owners = folderOwners(paths);
  const parentOf = (page: string): string | undefined => {
    const folder = posix.dirname(page);
    const above = owners.get(folder) === page ? posix.dirname(folder) : folder;
    return above === '.' ? undefined : owners.get(above);
  };
  const files = new Set(paths);
  const pages = new Map<string, TreePage>();
  const add = (path: string): TreePage => {
    const known = pages.get(path);
    if (known) return known;
    const parent = parentOf(path);
    const depth = parent === undefined ? 0 : add(parent).depth + 1;
    const page = { path, isFolder: !files.has(path), parent, depth };
    pages.set(path, page);
    return page;
  };
  for (const path of [...files, ...owners.values()]) add(path);
  return [...pages.values()].toSorted((a, b) => a.depth - b.depth || (a.path < b.path ? -1 : 1));
}

/** The page of every folder that holds pages at any depth, by the folder's path. */
function folderOwners(paths: readonly string[]): Map<string, string> {
  const byStem = new Map<string, string>();
  for (const path of paths.toSorted()) {
    const stem = stemKey(path);
    if (!byStem.has(stem)) byStem.set(stem, path);
  }
  const owners = new Map<string, string>();
  for (const path of paths) {
    for (
      let folder = posix.dirname(path);
      folder !== '.' && !owners.has(folder);
      folder = posix.dirname(folder)
    ) {
      const inside = FOLDER_FILES.map((name) => byStem.get(`${folder}/${name}`)).find(
        (own) => own !== undefined,
      );
      owners.set(folder, byStem.get(folder) ?? inside ?? folder);
    }
  }
  return owners;
}

/** `Guide/README.md` → `Guide/readme`: file names of folder pages are known in any case. */
function stemKey(path: string): string {
  const stem = withoutExtension(path);
  const name = posix.basename(stem).toLowerCase();
  return FOLDER_FILES.includes(name) ? posix.join(posix.dirname(stem), name) : stem;
}
