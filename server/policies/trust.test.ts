import { describe, expect, it } from 'vitest';
import type { DocumentHead, DocumentStatus } from '../domain/document.ts';
import { ROLES, type Role } from '../domain/role.ts';
import type { MemberRight, Space } from '../domain/space.ts';
import { TRUST_LEVELS, type TrustLevel } from '../domain/trust-level.ts';
import { TRUST_LEVEL_WORDS } from '../domain/trust-level-words.ts';
import type { User } from '../domain/user.ts';
import { mayChangeAtOnce, mayProposeChange, mayPublish, mayTrash } from './documents.ts';
import { mayCall, mayQueue } from './trust.ts';

type Outcome = 'now' | 'waits' | 'no';
type Mode = 'strict' | 'open';

const acting = (role: Role, trust: TrustLevel) => ({
  user: { id: 'usr_1', role, disabled: false } as User,
  trust,
});
const space = (right: MemberRight) =>
  ({ id: 'spc_1', slug: 'handbook', visibility: 'workspace', members: { usr_1: right } }) as unknown as Space;
const document = (status: DocumentStatus) =>
  ({ id: 'doc_1', status, trashed: null }) as unknown as DocumentHead;

/**
 * What becomes of a change by somebody who may edit in the space, by hand from decisions, "Trust level of a
 * connected app": of a draft that stays one, and of whatever is or becomes published, in each approval mode.
 */
const EXPECTED: Record<
  TrustLevel,
  Record<'editor' | 'approver' | 'admin', Record<'draft' | Mode, Outcome>>
> = {
  read: {
    editor: { draft: 'no', strict: 'no', open: 'no' },
    approver: { draft: 'no', strict: 'no', open: 'no' },
    admin: { draft: 'no', strict: 'no', open: 'no' },
  },
  drafts: {
    editor: { draft: 'now', strict: 'no', open: 'no' },
    approver: { draft: 'now', strict: 'no', open: 'no' },
    admin: { draft: 'now', strict: 'no', open: 'no' },
  },
  review: {
    editor: { draft: 'now', strict: 'waits', open: 'waits' },
    approver: { draft: 'now', strict: 'waits', open: 'waits' },
    admin: { draft: 'now', strict: 'waits', open: 'waits' },
  },
  full: {
    editor: { draft: 'now', strict: 'waits', open: 'now' },
    approver: { draft: 'now', strict: 'now', open: 'now' },
    admin: { draft: 'now', strict: 'now', open: 'now' },
  },
};

const STATUSES = ['draft', 'published'] as const;
const RIGHTS = ['none', 'read', 'edit'] as const;

const CELLS = TRUST_LEVELS.flatMap((trust) =>
  ROLES.flatMap((role) =>
    RIGHTS.flatMap((right) =>
      (['strict', 'open'] as const).flatMap((mode) =>
        STATUSES.flatMap((before) => STATUSES.map((after) => ({ trust, role, right, mode, before, after }))),
      ),
    ),
  ),
);

type Cell = (typeof CELLS)[number];

function expected({ trust, role, right, mode, before, after }: Cell): Outcome {
  // Admins edit everywhere, viewers nowhere; trust gives nobody a right that they do not have.
  if (role === 'viewer' || (role !== 'admin' && right !== 'edit')) return 'no';
  return EXPECTED[trust][role][before === 'draft' && after === 'draft' ? 'draft' : mode];
}

function actual({ trust, role, right, mode, before, after }: Cell): Outcome {
  const who = acting(role, trust);
  const status = { before, after };
  if (!mayProposeChange(who, space(right), status).allowed) return 'no';
  return mayChangeAtOnce(who, space(right), mode, status).allowed ? 'now' : 'waits';
}

describe('"Effective right = least of role, space right, scope, trust level, approval workflow"', () => {
  it('in every combination of trust, role, right, mode and status', () => {
    expect(CELLS).toHaveLength(4 * 4 * 3 * 2 * 4);
    for (const cell of CELLS)
      expect({ ...cell, outcome: actual(cell) }).toEqual({ ...cell, outcome: expected(cell) });
  });

  it('what is changed at once may also be proposed, and who may publish may change at once', () => {
    for (const cell of CELLS) {
      const who = acting(cell.role, cell.trust);
      const where = space(cell.right);
      const status = { before: cell.before, after: cell.after };
      const publishes = mayPublish(who, where, cell.mode).allowed;
      const changes = mayChangeAtOnce(who, where, cell.mode, status).allowed;
      const proposes = mayProposeChange(who, where, status).allowed;
      expect({ ...cell, holds: (!publishes || changes) && (!changes || proposes) }).toEqual({
        ...cell,
        holds: true,
      });
    }
  });

  it('a lower level never allows what a higher one does not', () => {
    const rank = { no: 0, waits: 1, now: 2 };
    for (const cell of CELLS) {
      const higher = TRUST_LEVELS.slice(TRUST_LEVELS.indexOf(cell.trust));
      for (const trust of higher) {
        expect(rank[actual({ ...cell, trust })]).toBeGreaterThanOrEqual(rank[actual(cell)]);
      }
    }
  });
});

describe('trashing and restoring published pages', () => {
  it.each<[TrustLevel, Role, Mode, boolean]>([
    ['read', 'admin', 'open', false],
    ['drafts', 'admin', 'open', false],
    ['review', 'admin', 'open', false],
    ['review', 'approver', 'strict', false],
    ['full', 'approver', 'strict', true],
    ['full', 'editor', 'strict', false],
    ['full', 'editor', 'open', true],
  ])('an app of the level %s of somebody with the role %s in %s mode: %s', (trust, role, mode, allowed) => {
    expect(mayTrash(acting(role, trust), document('published'), space('edit'), mode).allowed).toBe(allowed);
  });

  it.each<[TrustLevel, boolean]>([
    ['read', false],
    ['drafts', true],
    ['review', true],
    ['full', true],
  ])('drafts, with the level %s: %s', (trust, allowed) => {
    expect(mayTrash(acting('editor', trust), document('draft'), space('edit'), 'strict').allowed).toBe(
      allowed,
    );
  });
});

describe('what an app may call at all', () => {
  it.each<[string, TrustLevel | undefined, readonly TrustLevel[]]>([
    ['a read', undefined, ['read', 'drafts', 'review', 'full']],
    ['a write for drafts', 'drafts', ['drafts', 'review', 'full']],
    ['a write for review', 'review', ['review', 'full']],
    ['a write that names no level', undefined, ['full']],
  ])('%s that needs %s: %j', (kind, needed, allowed) => {
    const call = {
      summary: 'Do it',
      scope: kind === 'a read' ? ('read' as const) : ('write' as const),
      ...(needed && { trust: needed }),
    };
    expect(TRUST_LEVELS.filter((level) => mayCall(level, call).allowed)).toEqual(allowed);
  });

  it('only apps whose changes may become public put them into the review queue', () => {
    expect(TRUST_LEVELS.filter((level) => mayQueue(level).allowed)).toEqual(['review', 'full']);
  });
});

describe('a refusal names the app’s level and where to change it', () => {
  const write = { summary: 'Delete a document for ever', scope: 'write' as const };
  it.each([
    ['read', mayCall('read', write)],
    ['read', mayProposeChange(acting('admin', 'read'), space('edit'), { before: 'draft', after: 'draft' })],
    ['drafts', mayCall('drafts', write)],
    [
      'drafts',
      mayProposeChange(acting('admin', 'drafts'), space('edit'), { before: 'draft', after: 'published' }),
    ],
    ['drafts', mayTrash(acting('admin', 'drafts'), document('published'), space('edit'), 'open')],
    ['review', mayCall('review', write)],
    ['review', mayPublish(acting('admin', 'review'), space('edit'), 'open')],
    ['review', mayTrash(acting('admin', 'review'), document('published'), space('edit'), 'open')],
  ] as const)('%s: %j', (level, decision) => {
    expect(decision).toMatchObject({
      allowed: false,
      reason: expect.stringContaining(`“${TRUST_LEVEL_WORDS[level].label}”`),
      hint: expect.stringMatching(/Connected apps.*with the command `app trust/s),
    });
  });

  it('a viewer’s app is told of the role, which no level would change', () => {
    const decision = mayProposeChange(acting('viewer', 'read'), space('edit'), {
      before: 'draft',
      after: 'draft',
    });
    expect(decision).toMatchObject({ reason: expect.stringContaining('Your role is viewer') });
  });
});
