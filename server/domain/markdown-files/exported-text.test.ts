import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from '../identifier.ts';
import { finish } from '../../sliced-work.ts';
import { planPaths } from './export-paths.ts';
import { exportedText, type ExportedDocument } from './exported-text.ts';
import { asTitle } from './front-matter.ts';
import { planImport, type PlannedPage } from './import-plan.ts';

function document(fields: Partial<ExportedDocument>): ExportedDocument {
  return {
    id: newId('document'),
    space: 'notes',
    parent: null,
    title: 'Page',
    summary: '',
    tags: [],
    type: 'knowledge',
    status: 'draft',
    content: '',
    created_at: '2026-03-01T00:00:00.000Z',
    attachments: [],
    ...fields,
  };
}

/** The files of an export, in the order of the documents. */
function exported(documents: readonly ExportedDocument[]) {
  const paths = finish(planPaths(documents));
  return documents.map((page) => ({
    path: paths.pages.get(page.id) ?? '',
    text: finish(exportedText(page, paths)),
  }));
}

describe('an export', () => {
  it('nests files as pages are nested, in one folder a space', () => {
    const top = document({ title: 'Top', created_at: '2026-03-01T00:00:00.000Z' });
    const child = document({ title: 'Child', parent: top.id });
    const twin = document({ title: 'Top', created_at: '2026-03-02T00:00:00.000Z' });
    const other = document({ space: 'ops', title: 'Other', parent: top.id });
    expect(exported([twin, child, other, top]).map(({ path }) => path)).toEqual([
      'notes/top-2.md',
      'notes/top/child.md',
      'ops/other.md',
      'notes/top.md',
    ]);
  });

  it('turns links between documents into relative paths, and leaves others', () => {
    const target = document({ title: 'Über uns' });
    const elsewhere = newId('document');
    const page = document({
      title: 'A',
      parent: target.id,
      content: `[u](/documents/${target.id}#x) [e](/documents/${elsewhere}) \`[u](/documents/${target.id})\``,
    });
    const [, file] = exported([target, page]);
    expect(file?.text).toContain(
      `[u](../%C3%BCber-uns.md#x) [e](/documents/${elsewhere}) \`[u](/documents/${target.id})\``,
    );
  });

  it('writes front matter that says what the document is', () => {
    const page = document({
      title: 'A: b',
      tags: ['x', 'y'],
      type: 'sop',
      status: 'published',
      summary: 'S',
    });
    expect(exported([page])[0]?.text).toBe(
      `---\nid: ${page.id}\ntitle: "A: b"\ntype: sop\nstatus: published\ntags:\n  - x\n  - y\nsummary: S\n---\n\n`,
    );
  });
});

/**
 * Everything of a tree but ids, which an import makes anew: an id is replaced by the page's first tag. In code a link
 * is text, which keeps the id that it was written with.
 */
type Page = Omit<PlannedPage, 'parent'> & { parent?: string | null };

function comparable(pages: readonly Page[], originals: readonly Page[]) {
  const marks = new Map([...originals, ...pages].map((page) => [page.id, page.tags[0] ?? '']));
  return pages
    .map(({ id: _id, parent, content, ...fields }) => ({
      ...fields,
      parent: marks.get(parent ?? '') ?? null,
      content: content.replaceAll(/doc_[0-9a-z]{12}/g, (id) => marks.get(id) ?? id),
    }))
    .toSorted((a, b) => (a.tags[0] ?? '').localeCompare(b.tags[0] ?? ''));
}

describe('import of an export', () => {
  it('gives the same pages: title, text, tags, type, status, summary, tree, links', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 });
    const piece = fc.oneof(
      text.map((words) => words.replaceAll(/[[\]()<]/g, '')),
      fc.constantFrom(
        '# Heading\n',
        '\n',
        '```\n',
        '---\n',
        '> quote\n',
        '- item\n',
        '`code` ',
        'import x\n',
      ),
      fc.nat(20).map((target) => ({ target })),
    );
    const page = fc.record({
      title: text.map(asTitle).filter((title) => title !== ''),
      summary: text.filter((summary) => summary.isWellFormed()),
      type: fc.constantFrom('sop', 'technical', 'policy', 'knowledge'),
      status: fc.constantFrom('published', 'draft'),
      parent: fc.option(fc.nat(20), { nil: null }),
      pieces: fc.array(piece, { maxLength: 12 }),
    });
    fc.assert(
      fc.property(fc.array(page, { minLength: 1, maxLength: 12 }), (drawn) => {
        const ids = drawn.map(() => newId('document'));
        const documents = drawn.map(({ pieces, parent, ...fields }, index) =>
          document({
            ...fields,
            id: ids[index] ?? '',
            // A parent that was drawn before keeps the tree free of circles.
            parent: parent === null || index === 0 ? null : (ids[parent % index] ?? null),
            tags: [`page-${index}`],
            content: pieces
              .map((part) =>
                typeof part === 'string' ? part : `[l](/documents/${ids[part.target % ids.length]}#a)\n`,
              )
              .join(''),
          }),
        );
        const files = exported(documents).map(({ path, text: written }) => ({
          path: path.slice('notes/'.length),
          bytes: Buffer.from(written),
        }));
        const again = finish(planImport(files, new Set(), () => newId('document')));
        expect(again.skipped).toEqual([]);
        const original = documents.map(
          ({ space: _space, created_at: _time, attachments: _none, ...fields }) => fields,
        );
        expect(comparable(again.pages, original)).toEqual(comparable(original, original));
      }),
    );
  });
});
