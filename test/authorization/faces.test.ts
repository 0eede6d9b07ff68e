import { describe, expect, it } from 'vitest';
import type { Scope } from '../../server/domain/personal-token.ts';
import { TRUST_LEVELS, type TrustLevel } from '../../server/domain/trust-level.ts';
import { createPublicListener, type PublicListener } from '../../server/faces/http/listener.ts';
import { createMcpFace } from '../../server/faces/mcp/face.ts';
import { loadRoutes } from '../../server/faces/rest/routes.ts';
import { mintPersonalToken } from '../../server/domain/token-secret.ts';
import { operations } from '../../server/operations/registry.ts';
import { mintAccessToken } from '../apps/access-token.ts';
import type { Target } from './calls.ts';
import { DESK_ONLY, PEOPLE_ONLY, SCOPE_OF } from './expected-reach.ts';
import { IMAGE_RULES } from './expected-images.ts';
import { mayAppCall, narrowedBy } from './expected-trust.ts';
import { RULES, type Mode, type Rule } from './expected.ts';
import type { RightName } from './grid.ts';
import {
  MCP_CALLS,
  REST_CALLS,
  readRestAnswer,
  readToolAnswer,
  type FaceAnswer,
  type HttpRequest,
} from './http-calls.ts';
import { isSameState, takeSnapshot, type Snapshot } from './snapshot.ts';
import { seedApp, seedToken } from './credentials.ts';
import { ACTOR, buildWorld, type Person, type World } from './world.ts';

const routes = await loadRoutes();

const PEOPLE: readonly Person[] = [
  { role: 'viewer', trainingManager: false },
  { role: 'editor', trainingManager: false },
  { role: 'approver', trainingManager: false },
  { role: 'admin', trainingManager: false },
];
const SAMPLED_RIGHTS: readonly RightName[] = ['none', 'read', 'edit'];
/** What a caller holds: a token with scopes or, at the connector, an app with everything up to a level. */
type Key = { name: string; scopes: Scope[]; trust?: TrustLevel };
const TOKEN_KEYS: readonly Key[] = [
  { name: 'token with read', scopes: ['read'] },
  { name: 'token with read and write', scopes: ['read', 'write'] },
  { name: 'token with write', scopes: ['write'] },
];
const APP_KEYS: readonly Key[] = TRUST_LEVELS.map((trust) => {
  return { name: `app of the level ${trust}`, scopes: ['read', 'write'], trust };
});
const UNLIMITED = 1_000_000;

type Face = 'rest' | 'mcp';

/** A world behind a real listener, and what each key is sent as. */
interface Site {
  world: World;
  listener: PublicListener;
  secrets: ReadonlyMap<Key, string>;
  before: Snapshot;
}

async function openSite(person: Person, mode: Mode): Promise<Site> {
  const world = await buildWorld(person, mode);
  const { services, store } = world.workspace;
  const secrets = new Map<Key, string>();
  for (const key of TOKEN_KEYS) {
    const { secret, hash, last_four } = mintPersonalToken();
    const token = seedToken(world.workspace, ACTOR, key.scopes);
    const tx = store.begin();
    tx.tokens.put({ ...token, secret_hash: hash, last_four });
    await tx.commit();
    secrets.set(key, secret);
  }
  const listener = await createPublicListener({
    services,
    config: { host: '127.0.0.1', port: 0, limits: { requestsPerMinute: UNLIMITED } },
    mcp: ({ authenticate }) =>
      createMcpFace({ services, authenticate, limits: { requestsPerMinute: UNLIMITED } }),
  });
  for (const key of APP_KEYS) {
    const app = seedApp(world.workspace, ACTOR, key.trust ?? 'read', { base_url: listener.url });
    secrets.set(key, await mintAccessToken(services, app));
  }
  return { world, listener, secrets, before: takeSnapshot(store) };
}

async function closeSite({ listener }: Site): Promise<void> {
  await listener.close();
}

async function send(site: Site, { method, path, body }: HttpRequest, secret: string) {
  const response = await fetch(`${site.listener.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${secret}`,
      accept: 'application/json, text/event-stream',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const json: unknown = await response.json();
  return { status: response.status, json: { ...Object(json) } as Record<string, unknown> };
}

function operationName({ call }: Rule): string {
  return call.split(' ')[0] ?? call;
}

/** The connector asks for role, trust and training flag before it looks at anything else (decisions, "MCP tool list"). */
function expectedAnswer(
  face: Face,
  rule: Rule,
  { role }: Person,
  right: RightName,
  { scopes, trust }: Key,
): FaceAnswer {
  const operation = operationName(rule);
  const scope = SCOPE_OF[operation];
  const isForManagers = rule.forManagers !== undefined && role !== 'admin';
  if (face === 'mcp' && isForManagers) return '403';
  if (face === 'mcp' && role === 'viewer' && scope === 'write') return '403';
  if (!scope || !scopes.includes(scope)) return 'missing_scope';
  if (trust === undefined || scope === 'read') return rule.outcomes[role][right];
  return mayAppCall(trust, operation) ? narrowedBy(trust, rule, rule.outcomes)[role][right] : '403';
}

async function runFace(
  face: Face,
  person: Person,
  mode: Mode,
): Promise<{ cells: number; problems: string[] }> {
  const calls = face === 'rest' ? REST_CALLS : MCP_CALLS;
  const readAnswer = face === 'rest' ? readRestAnswer : readToolAnswer;
  const keys = face === 'rest' ? TOKEN_KEYS : [...TOKEN_KEYS, ...APP_KEYS];
  const problems: string[] = [];
  let cells = 0;
  let site = await openSite(person, mode);
  for (const rule of [...RULES, ...IMAGE_RULES]) {
    const request = rule.modes.includes(mode) ? calls[rule.call] : undefined;
    if (!request) continue;
    for (const right of SAMPLED_RIGHTS) {
      for (const key of keys) {
        const target: Target = { world: site.world, place: site.world.places[right], state: rule.state };
        const answer = readAnswer(
          rule.call,
          await send(site, request(rule.call, target), site.secrets.get(key) ?? ''),
          target,
        );
        const expected = expectedAnswer(face, rule, person, right, key);
        const where = `${rule.call}, ${rule.state}, right ${right}, ${key.name}`;
        if (answer !== expected) problems.push(`${where}: expected ${expected}, got ${answer}`);
        const isChanged = !isSameState(site.before, takeSnapshot(site.world.workspace.store));
        if (isChanged && answer !== 'ok' && answer !== 'queued')
          problems.push(`${where}: ${answer}, yet records changed`);
        cells += 1;
        if (!isChanged) continue;
        await closeSite(site);
        site = await openSite(person, mode);
      }
    }
  }
  await closeSite(site);
  return { cells, problems };
}

describe.each(['rest', 'mcp'] as const)('the same table over real HTTP: %s', (face) => {
  for (const person of PEOPLE) {
    it.each(['strict', 'open'] as const)(`${person.role} in %s mode`, async (mode) => {
      const { cells, problems } = await runFace(face, person, mode);
      console.log(`${face}, ${person.role}, ${mode}: ${cells} cells over HTTP`);
      expect(problems).toEqual([]);
      expect(cells).toBeGreaterThan(100);
    });
  }
});

describe('the faces offer', () => {
  const offered = [
    ...routes.map(({ operation }) => operation.name),
    ...Object.keys(MCP_CALLS).map((call) => call.split(' ')[0] ?? ''),
  ];

  /** For whoever writes by a tool: people find the same reference in the manual, and scripts send a picture's bytes. */
  const toolsOnly = new Set(['attachments.add_image', 'documents.writing_guide']);

  it('over REST every operation that a token may reach, and no other, but for what only tools need', () => {
    const reachable = operations
      .filter(({ name, reach }) => reach === undefined && !toolsOnly.has(name))
      .map(({ name }) => name);
    expect([...new Set(routes.map(({ operation }) => operation.name))].toSorted()).toEqual(
      reachable.toSorted(),
    );
  });

  it('nowhere what is for people or for the desk alone', () => {
    expect(offered.filter((name) => DESK_ONLY.has(name) || PEOPLE_ONLY.has(name))).toEqual([]);
  });
});
