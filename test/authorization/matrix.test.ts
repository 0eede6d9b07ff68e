import { describe, expect, it } from 'vitest';
import type { Via } from '../../server/domain/document.ts';
import type { Scope } from '../../server/domain/personal-token.ts';
import { TRUST_LEVELS, type TrustLevel } from '../../server/domain/trust-level.ts';
import { AppError } from '../../server/errors.ts';
import type { Credential, Operation } from '../../server/operations/define.ts';
import { perform } from '../../server/operations/perform.ts';
import { operations } from '../../server/operations/registry.ts';
import { CALLS, type Call } from './calls.ts';
import { DESK_ONLY, PEOPLE_ONLY, SCOPE_OF, SIGN_IN_ONLY } from './expected-reach.ts';
import { IMAGE_RULES } from './expected-images.ts';
import { OWN_RULES } from './expected-own.ts';
import { mayAppCall, narrowedBy, NARROWED_CELLS } from './expected-trust.ts';
import { RULES, type Rule } from './expected.ts';
import { RIGHTS, type RightName } from './grid.ts';
import { IMAGE_CALLS } from './image-calls.ts';
import { OWN_CALLS } from './own-calls.ts';
import { isSameState, takeSnapshot } from './snapshot.ts';
import { seedApp, seedToken } from './credentials.ts';
import { ACTOR, buildWorld, type Person, type World } from './world.ts';

/** Training manager is a flag beside the ladder of roles: it gives rights to trainings, and none to any document. */
const PEOPLE: readonly Person[] = [
  { role: 'viewer', trainingManager: false },
  { role: 'viewer', trainingManager: true },
  { role: 'editor', trainingManager: false },
  { role: 'editor', trainingManager: true },
  { role: 'approver', trainingManager: false },
  { role: 'admin', trainingManager: false },
];

const BOTH_SCOPES: Scope[] = ['read', 'write'];

/**
 * Ways in. People at the desk have no scopes to lose; a token has what was chosen at its creation; an app goes as far
 * as its person said.
 */
const WAYS: readonly { via: Via; isToken: boolean; scopes: Scope[]; trust?: TrustLevel }[] = [
  { via: 'rest', isToken: true, scopes: ['read'] },
  { via: 'rest', isToken: true, scopes: ['read', 'write'] },
  { via: 'rest', isToken: true, scopes: ['write'] },
  { via: 'mcp', isToken: true, scopes: ['read'] },
  { via: 'mcp', isToken: true, scopes: ['read', 'write'] },
  { via: 'mcp', isToken: true, scopes: ['write'] },
  ...TRUST_LEVELS.map((trust) => ({ via: 'mcp' as const, isToken: true, scopes: BOTH_SCOPES, trust })),
  { via: 'app', isToken: false, scopes: ['read', 'write'] },
  { via: 'cli', isToken: false, scopes: ['read', 'write'] },
];

const ALL_RULES: readonly Rule[] = [...RULES, ...IMAGE_RULES, ...OWN_RULES];
const ALL_CALLS: Readonly<Record<string, Call>> = { ...CALLS, ...IMAGE_CALLS, ...OWN_CALLS };

type Way = (typeof WAYS)[number];
type Answer =
  | 'ok'
  | 'queued'
  | 'shown'
  | 'absent'
  | '403'
  | '404'
  | '409'
  | 'missing_scope'
  | `unexpected ${string}`;

interface Cell {
  rule: Rule;
  call: Call;
  right: RightName;
  way: Way;
}

/** What the hand-written table says, under the two rules that stand before it: who is let in at all, and scope. */
function expectedAnswer({ rule, right, way }: Cell, { role, trainingManager }: Person): Answer {
  const operation = operationName(rule);
  if (way.isToken && PEOPLE_ONLY.has(operation)) return '403';
  const scope = SCOPE_OF[operation];
  if (!scope) return `unexpected operation without a scope in the table: ${operation}`;
  if (!way.scopes.includes(scope)) return 'missing_scope';
  const outcomes = (trainingManager ? rule.forManagers : undefined) ?? rule.outcomes;
  if (way.trust === undefined || scope === 'read') return outcomes[role][right];
  return mayAppCall(way.trust, operation) ? narrowedBy(way.trust, rule, outcomes)[role][right] : '403';
}

function namesOf(reach: Operation['reach']): string[] {
  return operations
    .filter((operation) => operation.reach === reach)
    .map(({ name }) => name)
    .toSorted();
}

function operationName({ call }: Rule): string {
  return call.split(' ')[0] ?? call;
}

async function actualAnswer(world: World, { rule, call, right, way }: Cell): Promise<Answer> {
  const { workspace, places } = world;
  const target = { world, place: places[right], state: rule.state };
  const actor = workspace.actor(ACTOR, { via: way.via, scopes: way.scopes, credential: credentialOf(way) });
  try {
    return call.read(await perform(workspace.services, call.operation, actor, call.input(target)), target);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'forbidden') return '403';
    if (error.code === 'not_found') return '404';
    if (error.code === 'conflict') return '409';
    return error.code === 'missing_scope' ? 'missing_scope' : `unexpected ${error.code}: ${error.message}`;
  }
}

const TOKEN_ID = 'tok_matrix';
const appId = (trust: TrustLevel) => `app_matrix_${trust}`;

function credentialOf({ isToken, trust }: Way): Credential {
  if (!isToken) return { kind: 'desk' };
  return trust === undefined
    ? { kind: 'personal_token', id: TOKEN_ID, name: 'script' }
    : { kind: 'connected_app', id: appId(trust), name: 'App' };
}

async function freshWorld(person: Person, mode: 'strict' | 'open'): Promise<World> {
  const world = await buildWorld(person, mode);
  seedToken(world.workspace, ACTOR, ['read', 'write'], TOKEN_ID);
  for (const trust of TRUST_LEVELS) seedApp(world.workspace, ACTOR, trust, { id: appId(trust) });
  return world;
}

function cellsOf(mode: 'strict' | 'open'): Cell[] {
  const rules = ALL_RULES.filter((rule) => rule.modes.includes(mode));
  return rules.flatMap((rule) => {
    const call = ALL_CALLS[rule.call];
    if (!call) throw new Error(`Nobody knows how to call ${rule.call}.`);
    return RIGHTS.flatMap((right) => WAYS.map((way) => ({ rule, call, right, way })));
  });
}

function describeCell({ rule, right, way }: Cell): string {
  const app = way.trust === undefined ? '' : `, app of the level ${way.trust}`;
  return `${rule.call}, ${rule.state}, right ${right}, ${way.via} with ${way.scopes.join('+')}${app}`;
}

/** What has an audit entry although no record changes by it. */
const EVENTS: ReadonlySet<string> = new Set(['connected_apps.deny']);

/** What must be true of the records and the audit log after a call, or a sentence that says what is not. */
async function sideEffectProblem(
  world: World,
  cell: Cell,
  answer: Answer,
  before: Before,
): Promise<string | undefined> {
  const isChanged = !isSameState(before.snapshot, takeSnapshot(world.workspace.store));
  const mayChange = cell.call.operation.effect !== 'read' && (answer === 'ok' || answer === 'queued');
  if (isChanged && !mayChange) return `answered ${answer} and changed records`;
  const entries = (await auditLength(world)) - before.entries;
  const isEvent = answer === 'ok' && EVENTS.has(cell.call.operation.name);
  const due = isChanged || isEvent || cell.way.via === 'mcp' ? 1 : 0;
  return entries === due ? undefined : `left ${entries} audit entries instead of ${due}`;
}

interface Before {
  snapshot: ReturnType<typeof takeSnapshot>;
  entries: number;
}

async function auditLength(world: World): Promise<number> {
  const [newest] = await world.workspace.store.audit({ limit: 1 });
  return newest?.seq ?? 0;
}

/** Runs the cells of one person in one mode. A call that changed something is the last one in its world. */
async function runCells(
  person: Person,
  mode: 'strict' | 'open',
): Promise<{ cells: number; problems: string[] }> {
  const cells = cellsOf(mode);
  const problems: string[] = [];
  let world = await freshWorld(person, mode);
  let before: Before = { snapshot: takeSnapshot(world.workspace.store), entries: 0 };
  for (const cell of cells) {
    const answer = await actualAnswer(world, cell);
    const expected = expectedAnswer(cell, person);
    if (answer !== expected) problems.push(`${describeCell(cell)}: expected ${expected}, got ${answer}`);
    const problem = await sideEffectProblem(world, cell, answer, before);
    if (problem) problems.push(`${describeCell(cell)}: ${problem}`);
    if (!isSameState(before.snapshot, takeSnapshot(world.workspace.store))) {
      world = await freshWorld(person, mode);
      before = { snapshot: takeSnapshot(world.workspace.store), entries: 0 };
    } else {
      before = { ...before, entries: await auditLength(world) };
    }
  }
  return { cells: cells.length, problems };
}

/** Security A1: "Least of (owner's role, space right, scope, workflow)"; decisions: and of the app's trust level. */
describe('the authorization matrix: role × training flag × scopes × trust × space right × operation × state × mode × face', () => {
  let cells = 0;
  for (const person of PEOPLE) {
    const who = person.trainingManager ? `${person.role} and training manager` : person.role;
    it.each(['strict', 'open'] as const)(
      `every answer to the ${who} in %s mode is the one in the table`,
      async (mode) => {
        const result = await runCells(person, mode);
        cells += result.cells;
        expect(result.problems).toEqual([]);
      },
    );
  }

  it('covers more than ten thousand cells', () => {
    console.log(`authorization matrix: ${cells} cells compared with the hand-written table`);
    expect(cells).toBeGreaterThan(10_000);
  });

  it('has rules for every operation that a token or a person may call, and knows which are for the desk alone', () => {
    const ruled = [...new Set(ALL_RULES.map(operationName))].toSorted();
    expect(ruled).toEqual([...namesOf(undefined), ...namesOf('person')].toSorted());
    expect(namesOf('person')).toEqual([...PEOPLE_ONLY].toSorted());
    expect(namesOf('local')).toEqual([...DESK_ONLY].toSorted());
    expect(namesOf('sign_in')).toEqual([...SIGN_IN_ONLY].toSorted());
  });

  it('knows rules for every cell that a trust level narrows', () => {
    const ruled = new Set(ALL_RULES.map(({ call, state }) => `${call}, ${state}`));
    expect(NARROWED_CELLS.filter((cell) => !ruled.has(cell))).toEqual([]);
  });

  it('binds to each operation the scope that the table names', () => {
    for (const operation of operations.filter(({ reach }) => reach !== 'local')) {
      expect([operation.name, operation.scope]).toEqual([operation.name, SCOPE_OF[operation.name]]);
    }
  });
});
