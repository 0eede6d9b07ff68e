import { describe, expect, it } from 'vitest';
import type { DocumentHead } from '../domain/document.ts';
import type { Role } from '../domain/role.ts';
import type { MemberRight, Space, Visibility } from '../domain/space.ts';
import type { User } from '../domain/user.ts';
import { mayChangeAtOnce, mayEdit, mayPublish, mayPurge, maySeeDocument, mayTrash } from './documents.ts';
import { spaceRight } from './spaces.ts';

const user = (role: Role) => ({ id: 'usr_1', role, disabled: false }) as User;
/** At the desk, or by a personal token: with all that the person may do. */
const acting = (role: Role) => ({ user: user(role), trust: 'full' as const });
const space = (visibility: Visibility, right?: MemberRight) =>
  ({ id: 'spc_1', slug: 'handbook', visibility, members: right ? { usr_1: right } : {} }) as unknown as Space;
const document = (status: 'draft' | 'published', trashed = false) =>
  ({
    id: 'doc_1',
    space_id: 'spc_1',
    status,
    trashed: trashed ? { at: '', by: {} } : null,
  }) as unknown as DocumentHead;

describe('what a person may do in a space: the least of role and space right', () => {
  it.each<[Role, Visibility, MemberRight | undefined, string]>([
    ['viewer', 'workspace', undefined, 'read'],
    ['viewer', 'workspace', 'edit', 'read'],
    ['viewer', 'workspace', 'none', 'none'],
    ['viewer', 'private', undefined, 'none'],
    ['viewer', 'private', 'read', 'read'],
    ['viewer', 'private', 'edit', 'read'],
    ['editor', 'workspace', undefined, 'edit'],
    ['editor', 'workspace', 'read', 'read'],
    ['editor', 'workspace', 'none', 'none'],
    ['editor', 'private', undefined, 'none'],
    ['editor', 'private', 'edit', 'edit'],
    ['approver', 'workspace', undefined, 'edit'],
    ['approver', 'private', undefined, 'none'],
    ['approver', 'private', 'read', 'read'],
    ['admin', 'private', undefined, 'edit'],
    ['admin', 'private', 'none', 'edit'],
  ])('%s in a %s space with the right %s: %s', (role, visibility, right, expected) => {
    expect(spaceRight(user(role), space(visibility, right))).toBe(expected);
  });
});

describe('"Viewers see published documents only. Editors and above also see drafts."', () => {
  it.each<[Role, 'draft' | 'published', boolean]>([
    ['viewer', 'published', true],
    ['viewer', 'draft', false],
    ['editor', 'published', true],
    ['editor', 'draft', true],
    ['approver', 'draft', true],
    ['admin', 'draft', true],
  ])('%s sees a %s document: %s', (role, status, seen) => {
    expect(maySeeDocument(user(role), document(status), space('workspace'))).toBe(seen);
  });

  it('nobody sees what is in the Trash as a document, nor anything of a hidden space', () => {
    expect(maySeeDocument(user('admin'), document('published', true), space('workspace'))).toBe(false);
    expect(maySeeDocument(user('approver'), document('published'), space('private'))).toBe(false);
  });
});

describe('"Caller may publish (approver or admin, or workspace in open approval mode)"', () => {
  it.each<[Role, 'strict' | 'open', boolean]>([
    ['viewer', 'strict', false],
    ['viewer', 'open', false],
    ['editor', 'strict', false],
    ['editor', 'open', true],
    ['approver', 'strict', true],
    ['approver', 'open', true],
    ['admin', 'strict', true],
    ['admin', 'open', true],
  ])('%s in %s mode: %s', (role, mode, allowed) => {
    expect(mayPublish(acting(role), space('workspace'), mode).allowed).toBe(allowed);
  });

  it('publishing needs edit rights in the space, whatever the role', () => {
    expect(mayPublish(acting('approver'), space('workspace', 'read'), 'open').allowed).toBe(false);
  });
});

describe('what takes effect at once for an editor in a strict workspace', () => {
  it.each<['draft' | 'published', 'draft' | 'published', boolean]>([
    ['draft', 'draft', true],
    ['draft', 'published', false],
    ['published', 'published', false],
    ['published', 'draft', false],
  ])('from %s to %s: %s', (before, after, allowed) => {
    expect(mayChangeAtOnce(acting('editor'), space('workspace'), 'strict', { before, after }).allowed).toBe(
      allowed,
    );
    expect(mayChangeAtOnce(acting('approver'), space('workspace'), 'strict', { before, after }).allowed).toBe(
      true,
    );
  });
});

describe('the Trash must not be a way around review', () => {
  it('an editor in strict mode trashes drafts, not published documents', () => {
    expect(mayTrash(acting('editor'), document('draft'), space('workspace'), 'strict').allowed).toBe(true);
    expect(mayTrash(acting('editor'), document('published'), space('workspace'), 'strict').allowed).toBe(
      false,
    );
    expect(mayTrash(acting('editor'), document('published'), space('workspace'), 'open').allowed).toBe(true);
  });

  it.each<[Role, boolean]>([
    ['viewer', false],
    ['editor', false],
    ['approver', false],
    ['admin', true],
  ])('%s may delete for ever: %s', (role, allowed) => expect(mayPurge(user(role)).allowed).toBe(allowed));
});

describe('a refusal says what is wrong and who can help', () => {
  it.each([
    mayEdit(acting('viewer'), space('workspace')),
    mayEdit(acting('editor'), space('workspace', 'read')),
    mayPublish(acting('editor'), space('workspace'), 'strict'),
  ])('%j', (decision) => {
    expect(decision).toMatchObject({
      allowed: false,
      reason: expect.any(String),
      hint: expect.stringMatching(/^Ask /),
    });
  });
});
