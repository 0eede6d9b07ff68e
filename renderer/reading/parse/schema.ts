import type { Schema } from 'hast-util-sanitize';

const OWN_ID: [string, RegExp] = ['id', /^text-/];

const TEXT_ELEMENTS = [
  ...'a blockquote br code del em hr label li ol p pre section strong sup'.split(' '),
  ...'table tbody td th thead tr ul'.split(' '),
];
const HEADINGS = ['h2', 'h3', 'h4', 'h5', 'h6'];
const BLOCKS = [
  'x-accordion',
  'x-callout',
  'x-decision',
  'x-embed',
  'x-image',
  'x-mermaid',
  'x-plantuml',
  'x-quiz',
  'x-tab',
  'x-table',
  'x-tabs',
  'x-tick',
  'x-video',
];

/**
 * The only elements and properties that a text can become (security H1, H2). Those with `x-` are our own blocks: no
 * author can write them, because raw HTML never gets here. Everything else is dropped, its words stay.
 */
export const readingSchema: Schema = {
  tagNames: [...TEXT_ELEMENTS, ...HEADINGS, ...BLOCKS],
  attributes: {
    a: ['href', 'title', 'ariaLabel', OWN_ID, 'dataFootnoteRef', 'dataFootnoteBackref'],
    code: [['className', /^language-[\w+#.-]{1,40}$/]],
    li: [OWN_ID, ['className', 'task-list-item']],
    ol: ['start', ['className', 'contains-task-list']],
    ul: [['className', 'contains-task-list']],
    section: ['dataFootnotes'],
    td: [['align', 'left', 'center', 'right']],
    th: [['align', 'left', 'center', 'right']],
    h2: [OWN_ID, ['className', 'sr-only']],
    h3: [OWN_ID],
    h4: [OWN_ID],
    h5: [OWN_ID],
    h6: [OWN_ID],
    'x-accordion': ['title', 'open'],
    'x-callout': [['kind', 'note', 'tip', 'important', 'warning', 'caution'], 'title'],
    'x-decision': ['source', 'tree'],
    'x-embed': ['src', 'title', 'height'],
    'x-image': ['src', 'alt', 'title', ['origin', 'own', 'foreign']],
    'x-mermaid': ['source'],
    'x-plantuml': ['source', 'problem'],
    'x-quiz': ['title'],
    'x-tab': ['title'],
    'x-table': [['filterable', true, false]],
    'x-tick': ['item', ['checked', true, false]],
    'x-video': ['src', 'title'],
    '*': [],
  },
  ancestors: {
    tbody: ['table'],
    td: ['table'],
    th: ['table'],
    thead: ['table'],
    tr: ['table'],
  },
  protocols: { href: ['http', 'https', 'mailto'], src: ['https'] },
  clobber: [],
  required: {},
  strip: ['script', 'style'],
};
