import { posix } from 'node:path';
import type { SlicedWork } from '../../sliced-work.ts';
import type { ImageType } from '../image-type.ts';
import { attachmentPath, imageFileName } from '../image-name.ts';
import { anchorOf } from '../outline.ts';
import { contentSchema, type DocumentStatus, type DocumentType } from '../document.ts';
import { takeFirstHeading } from './first-heading.ts';
import { isImageName } from './file-kinds.ts';
import { asTitle, FrontMatterError, readMarkdownFile, type MarkdownFile } from './front-matter.ts';
import { replaceDestinationsInSlices } from './link-destinations.ts';
import { linkTargetFinder, type LinkTarget } from './link-targets.ts';
import { withoutModuleBlocks } from './mdx-modules.ts';
import { notesOn } from './import-notes.ts';
import { pageTree, withoutExtension, type TreePage } from './page-tree.ts';
import { replaceWikiLinks, wikiTargetFinder, wikiWords, type WikiLink } from './wiki-links.ts';

/** A Markdown file of the folder that is imported. */
export interface SourceFile {
  /** Below the imported folder, with `/`. */
  path: string;
  bytes: Uint8Array;
}

/** A document to be, with the id that other pages of the plan link to. */
export interface PlannedPage {
  id: string;
  title: string;
  content: string;
  tags: string[];
  type: DocumentType;
  status?: DocumentStatus;
  summary: string;
  parent?: string;
}

export interface SkippedFile {
  path: string;
  reason: string;
}

export interface ImportPlan {
  /** Parents before their sub-pages. */
  pages: PlannedPage[];
  skipped: SkippedFile[];
  /** What was done to files, each sentence with the number of files that it is true of. */
  notes: { note: string; files: number }[];
  /** Links to something that is not in the folder, left as they were. */
  deadLinks: { path: string; link: string }[];
  /** Pictures that pages show and that are not in the folder, left as they were. */
  missingImages: { path: string; image: string }[];
  /** Images that are written as files beside the text, left as they were. */
  images: number;
  /** Pictures to attach, under the ids with which the pages show them already. */
  attachments: PlannedAttachment[];
  /** Paths of the other files that the pages show or link to. */
  linkedFiles: Set<string>;
}

export interface PlannedAttachment {
  id: string;
  /** Id of the page that shows it. */
  document: string;
  /** File below the imported folder. */
  path: string;
  name: string;
}

interface ReadFile extends MarkdownFile {
  path: string;
}

/** Takes a few milliseconds, of short files and of long ones. */
const SLICE_CHARACTERS = 250_000;
const FILE_CHARACTERS = 5_000;

/**
 * Plans the import of a folder: one page a file, nested as the folders are, links between the files turned into
 * links between the documents. Title: front matter, else the first level-one heading, which then leaves the text,
 * else the name of the file.
 *
 * @param otherFiles paths of files that are not imported, so that links to them are not called dead.
 * @param createId gives every page and picture its id beforehand, so that links resolve in one pass.
 * @param images pictures among the other files that can be attached, with their types.
 */
export function* planImport(
  sources: readonly SourceFile[],
  otherFiles: ReadonlySet<string>,
  createId: (kind: 'document' | 'attachment') => string,
  images: ReadonlyMap<string, ImageType> = new Map(),
): SlicedWork<ImportPlan> {
  const skipped: SkippedFile[] = [];
  const files = new Map<string, ReadFile>();
  let slice = 0;
  for (const source of sources) {
    slice += source.bytes.length + FILE_CHARACTERS;
    if (slice > SLICE_CHARACTERS) {
      slice = 0;
      yield;
    }
    const file = readSource(source);
    if ('reason' in file) skipped.push({ path: source.path, reason: file.reason });
    else files.set(file.path, file);
  }
  yield;
  const tree = pageTree([...files.keys()]);
  yield;
  const ids = new Map(tree.map((page) => [page.path, createId('document')]));
  const targetOf = linkTargetFinder(tree, otherFiles);
  const wikiTargetOf = wikiTargetFinder([...files.keys(), ...otherFiles], (path) => files.has(path));
  yield;
  const plan: ImportPlan = {
    pages: [],
    skipped,
    notes: [],
    deadLinks: [],
    missingImages: [],
    images: 0,
    attachments: [],
    linkedFiles: new Set(),
  };
  for (const node of tree) {
    const file = files.get(node.path);
    const page = file ? pageOf(file) : emptyPage(node);
    const id = ids.get(node.path) ?? createId('document');
    const attach = attacher(plan, id, images, () => createId('attachment'));
    if (file) page.content = yield* linked(page.content, file, { targetOf, wikiTargetOf, ids, plan, attach });
    const parent = node.parent === undefined ? undefined : ids.get(node.parent);
    plan.pages.push({
      id,
      ...page,
      ...(parent === undefined ? {} : { parent }),
    });
  }
  plan.notes = notesOn([...files.values()]);
  plan.deadLinks = eachOnce(plan.deadLinks, ({ path, link }) => [path, link]);
  plan.missingImages = eachOnce(plan.missingImages, ({ path, image }) => [path, image]);
  return plan;
}

/** A page may name what is missing as often as it likes: there is one thing to mend. */
function eachOnce<T>(found: readonly T[], what: (one: T) => string[]): T[] {
  return [...new Map(found.map((one) => [JSON.stringify(what(one)), one])).values()];
}

function readSource({ path, bytes }: SourceFile): ReadFile | { reason: string } {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { reason: 'it is not UTF-8 text' };
  }
  if (!contentSchema.safeParse(text).success) {
    return {
      reason: text.includes('\0') ? 'it holds NUL characters' : 'it is longer than a document may be',
    };
  }
  try {
    const isMdx = posix.extname(path).toLowerCase() === '.mdx';
    return { path, ...asPlainMarkdown(readMarkdownFile(text), isMdx) };
  } catch (error) {
    if (error instanceof FrontMatterError) return { reason: error.message };
    throw error;
  }
}

function asPlainMarkdown(file: MarkdownFile, isMdx: boolean): MarkdownFile {
  if (!isMdx) return file;
  const { text, dropped } = withoutModuleBlocks(file.body);
  const notes = [...file.notes];
  if (dropped > 0) notes.push('import and export lines of MDX were dropped');
  if (/^[ \t]*<[A-Z>]/m.test(text)) notes.push('JSX elements of MDX were kept as text');
  return { ...file, body: text, notes };
}

type PageFields = Omit<PlannedPage, 'id' | 'parent'>;

function pageOf(file: ReadFile): PageFields {
  const { title, summary, tags, type, status } = file.frontMatter;
  const heading = title === undefined ? takeFirstHeading(file.body) : undefined;
  return {
    title: title ?? (asTitle(heading?.title ?? '') || titleOfPath(file.path)),
    content: heading?.rest ?? file.body,
    tags,
    type: type ?? 'knowledge',
    summary: summary ?? '',
    ...(status === undefined ? {} : { status }),
  };
}

function emptyPage(node: TreePage): PageFields {
  return { title: titleOfPath(node.path), content: '', tags: [], type: 'knowledge', summary: '' };
}

/** `guides/getting-started.md` → `Getting started`; a folder's own page is named after its folder. */
function titleOfPath(path: string): string {
  const stem = withoutExtension(path);
  const isFolderPage = /^(?:index|readme)$/i.test(posix.basename(stem)) && stem.includes('/');
  const name = posix.basename(isFolderPage ? posix.dirname(stem) : stem).replaceAll(/[-_]+/g, ' ');
  const title = asTitle(name);
  return title === '' ? 'Untitled' : title.charAt(0).toUpperCase() + title.slice(1);
}

interface Linking {
  targetOf: (from: string, raw: string) => LinkTarget;
  wikiTargetOf: (from: string, target: string) => string | undefined;
  ids: ReadonlyMap<string, string>;
  plan: ImportPlan;
  attach: (path: string) => string | undefined;
}

function* linked(content: string, file: ReadFile, linking: Linking): SlicedWork<string> {
  const { targetOf, ids, plan, attach } = linking;
  const text = yield* replaceDestinationsInSlices(content, ({ kind, raw }) => {
    const target = targetOf(file.path, raw);
    const attached = target.kind === 'file' ? attach(target.path) : undefined;
    if (attached !== undefined) return attached;
    if (kind === 'image') {
      if (target.kind !== 'elsewhere') plan.images += 1;
      if (target.kind === 'nowhere') plan.missingImages.push({ path: file.path, image: raw });
      return undefined;
    }
    if (target.kind === 'nowhere') plan.deadLinks.push({ path: file.path, link: raw });
    return target.kind === 'page' ? `/documents/${ids.get(target.path) ?? ''}${target.suffix}` : undefined;
  });
  return yield* replaceWikiLinks(text, (link) => plainLink(link, file.path, linking));
}

/** What stands for a wiki link; undefined, and a word in the report, where it leads to nothing that came along. */
function plainLink(
  link: WikiLink,
  from: string,
  { wikiTargetOf, ids, plan, attach }: Linking,
): string | undefined {
  const path = link.target === '' ? from : wikiTargetOf(from, link.target);
  const page = path === undefined ? undefined : ids.get(path);
  const anchor = link.part === '' ? '' : `#${anchorOf(link.part)}`;
  if (page !== undefined) return `[${wikiWords(link)}](/documents/${page}${anchor})`;
  const address = path === undefined ? undefined : attach(path);
  if (address !== undefined) return `${link.isEmbedded ? '!' : ''}[${wikiWords(link)}](${address})`;
  if (!link.isEmbedded || !isImageName(link.target)) plan.deadLinks.push({ path: from, link: link.raw });
  else {
    plan.images += 1;
    if (path === undefined) plan.missingImages.push({ path: from, image: link.target });
  }
  return undefined;
}

/** Plans an attachment for each picture that a page shows, once a page, and answers the address that it will have. */
function attacher(
  plan: ImportPlan,
  document: string,
  images: ReadonlyMap<string, ImageType>,
  createId: () => string,
): (path: string) => string | undefined {
  const known = new Map<string, string>();
  return (path) => {
    plan.linkedFiles.add(path);
    const type = images.get(path);
    if (type === undefined) return undefined;
    const earlier = known.get(path);
    if (earlier !== undefined) return earlier;
    const attachment = { id: createId(), document, path, name: imageFileName(posix.basename(path), type) };
    plan.attachments.push(attachment);
    known.set(path, attachmentPath(attachment));
    return known.get(path);
  };
}
