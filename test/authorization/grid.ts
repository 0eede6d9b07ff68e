import type { Role } from '../../server/domain/role.ts';

/**
 * ok: it happens at once; queued: it waits for review; 403: refused; 404: it does not exist for this person;
 * 409: it may be asked for, but not in the state that the document is in;
 * shown and absent: whether a list holds it.
 */
const OUTCOMES = ['ok', 'queued', '403', '404', '409', 'shown', 'absent'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The right that a person was given in the space by name, or what the space's visibility gives without one. */
export const RIGHTS = ['none', 'read', 'edit', 'workspace', 'private'] as const;
export type RightName = (typeof RIGHTS)[number];

export type Grid = Record<Role, Record<RightName, Outcome>>;

export function byRight<Value>(valueOf: (right: RightName) => Value): Record<RightName, Value> {
  return {
    none: valueOf('none'),
    read: valueOf('read'),
    edit: valueOf('edit'),
    workspace: valueOf('workspace'),
    private: valueOf('private'),
  };
}

/** Reads a grid: a heading that names the rights, then one line a role. */
export function grid(text: string): Grid {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const rowOf = (role: Role) =>
    byRight((right) => outcomeOf(lines.find(([first]) => first === role)?.[RIGHTS.indexOf(right) + 1]));
  return {
    viewer: rowOf('viewer'),
    editor: rowOf('editor'),
    approver: rowOf('approver'),
    admin: rowOf('admin'),
  };
}

function outcomeOf(cell: string | undefined): Outcome {
  const outcome = OUTCOMES.find((known) => known === cell);
  if (!outcome) throw new Error(`The table holds ${cell}, which is no outcome.`);
  return outcome;
}
