import { describe, expect, it } from 'vitest';
import { changesOf, decisionOf, describeChangeRequest } from './change-request-words.ts';

type ChangeRequest = Parameters<typeof describeChangeRequest>[0];

const ADA = { id: 'usr_1', username: 'ada', name: 'Ada' };
const DRAFT: ChangeRequest = {
  id: 'cr_1',
  document: { id: 'doc_1', title: 'Kettle', space: 'notes', version: 1, trashed: false },
  state: 'pending',
  proposed: { status: 'published' },
  changes_content: false,
  base_version: 1,
  moved_on: false,
  note: '',
  author: { ...ADA, username: 'bob', via: 'rest', client: null, sitting: null },
  created_at: '2026-11-21T10:00:00.000Z',
  decided_at: null,
  decided_by: null,
  comment: '',
  superseded_by: null,
  content: null,
  diff: '',
  merged: null,
  base_content: '# Old\n',
  current_content: 'Fill.\n\nBoil.\n',
  current: {
    title: 'Kettle',
    summary: '',
    tags: [],
    type: 'knowledge',
    status: 'draft',
    space: 'notes',
    parent: null,
  },
  text_conflicts: 0,
  field_conflicts: [],
  can_decide: true,
  can_withdraw: false,
};
const shown = (more: Partial<ChangeRequest>) => describeChangeRequest({ ...DRAFT, ...more }, '');
const DECIDED = { decided_at: '2026-11-21T11:00:00.000Z', decided_by: ADA };

describe('a request to publish a draft', () => {
  it('shows the title and all of the text that would be published, which nobody else has seen', () => {
    expect(shown({})).toMatch(/\n\nWhat would be published:\n\n {2}Kettle\n\n {2}Fill\.\n\n {2}Boil\.$/);
  });

  it('shows them as they would be published: with the title and the text that it sets', () => {
    const words = shown({
      proposed: { status: 'published', title: 'Pot' },
      content: 'Boil.\n',
      diff: '-Fill.\n',
      merged: 'Boil.\n',
    });
    expect(words).toMatch(/\n-Fill\.\n\nWhat would be published:\n\n {2}Pot\n\n {2}Boil\.$/);
  });

  it('says that there is no text, or shows what it was about once it is decided', () => {
    expect(shown({ current_content: '' })).toMatch(/ {2}Kettle\n\n {2}\(no text\)$/);
    expect(shown({ ...DECIDED, state: 'rejected', current_content: null })).toMatch(
      /The text that it was about, as of version 1:\n\n {2}Kettle\n\n {2}# Old$/,
    );
  });

  it('shows the passages to settle instead, where both sides changed one', () => {
    const words = shown({ moved_on: true, text_conflicts: 1, merged: '<<<<<<< live\n' });
    expect(words).not.toContain('What would be published');
    expect(words).toContain('<<<<<<< live');
  });
});

it('shows no text that stays as public, or as hidden, as it is', () => {
  expect(shown({ proposed: { status: 'draft' } })).not.toContain('Boil.');
  expect(shown({ proposed: { title: 'Pot' } })).not.toContain('Boil.');
});

describe('a request that is decided', () => {
  it('says by whom, when, and what they wrote', () => {
    const words = shown({ ...DECIDED, state: 'rejected', comment: 'Too short' });
    expect(words).toMatch(/\nRejected by ada, 2026-11-21 \d\d:\d\d\nComment: Too short\n/);
  });

  it('says which newer one took its place', () => {
    const words = shown({ ...DECIDED, state: 'superseded', decided_by: null, superseded_by: 'cr_2' });
    expect(words).toMatch(/\nSuperseded by cr_2, 2026-11-21 \d\d:\d\d\n/);
  });
});

it('says that the document is in the Trash, and what can be done while it waits', () => {
  const document = { ...DRAFT.document, trashed: true };
  expect(shown({ document })).toContain('\nThe document is in the Trash. Take it out in the app');
  expect(shown({ ...DECIDED, document, state: 'approved' })).toContain('\nThe document is in the Trash.\n');
});

it('is one line of a list: what it does to the document, and what became of it', () => {
  const change = (more: Partial<ChangeRequest>) => changesOf({ ...DRAFT, ...more });
  expect(change({})).toBe('publish');
  expect(change({ proposed: { status: 'draft', title: 'Pot' }, changes_content: true })).toBe(
    'unpublish, title, text',
  );
  expect(change({ moved_on: true, document: { ...DRAFT.document, trashed: true } })).toBe(
    'publish (document in the Trash, document moved on)',
  );
  expect(decisionOf(DRAFT)).toBe('pending');
  expect(decisionOf({ ...DRAFT, state: 'approved', decided_by: ADA })).toBe('approved by ada');
});
