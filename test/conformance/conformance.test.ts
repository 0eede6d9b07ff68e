import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startConnector } from '../mcp/connector.ts';
import { startAuthorizingProxy } from './authorizing-proxy.ts';
import { createFixtureServer } from './fixtures/server.ts';
import { exceptionsOf, extensionScenarios, namedScenarios } from './not-applicable.ts';
import { listScenarios, runScenarios, suites, type Deviations } from './official-suite.ts';
import { startProtectedServer } from '../builders/protected-server.ts';

interface ServerUnderTest {
  /** Where it is reached without a credential. */
  url: string;
  close(): Promise<void>;
}

/** The whole server, on a folder, with the connector as everybody uses it. */
async function startCommonplace(): Promise<ServerUnderTest> {
  const server = await startProtectedServer();
  return withoutCredential(server.mcpUrl, server.secret, () => server.close());
}

/** The suite's own tools, prompts and resources through the connector's mount. */
async function startMount(): Promise<ServerUnderTest> {
  const mount = await startConnector({
    limits: { requestsPerMinute: 1_000_000 },
    serverFor: () => createFixtureServer(),
  });
  const { token } = await mount.person('ada', 'admin');
  return withoutCredential(mount.url, token, () => mount.close());
}

async function withoutCredential(url: URL, token: string, closeServer: () => Promise<void>) {
  const proxy = await startAuthorizingProxy(url, token);
  return {
    url: proxy.url,
    async close() {
      await proxy.close();
      await closeServer();
    },
  };
}

/**
 * What was found, in the shape of what is expected: nothing where everything succeeded, `everything` where the
 * scenario does not apply as a whole and accordingly deviated, else the checks that deviated.
 */
function asExceptions(deviations: Deviations, expected: ReturnType<typeof exceptionsOf>) {
  const found = Object.entries(deviations).filter(([, ids]) => ids.length > 0);
  return Object.fromEntries(
    found.map(([name, ids]) => [name, expected.get(name) === 'everything' ? 'everything' : ids]),
  );
}

describe.each([
  { server: 'connector' as const, start: startCommonplace },
  { server: 'mount' as const, start: startMount },
])('the $server against the official conformance suite', ({ server, start }) => {
  let underTest: ServerUnderTest;

  beforeAll(async () => {
    underTest = await start();
  });

  afterAll(() => underTest.close());

  for (const suite of suites) {
    test.each(suite.revisions)(
      `${suite.release}, revision %s: every scenario runs, and succeeds but for what does not apply`,
      async (revision) => {
        const scenarios = (await listScenarios(suite)).filter(({ tags }) => tags.includes(revision));
        const names = scenarios.map(({ name }) => name).toSorted();
        const expected = exceptionsOf(server, revision);
        const deviations = await runScenarios(suite, revision, underTest.url);

        expect(Object.keys(deviations).toSorted()).toEqual(names);
        expect(asExceptions(deviations, expected)).toEqual(
          Object.fromEntries([...expected].filter(([name]) => names.includes(name))),
        );
      },
    );
  }
});

describe('the list of what does not apply', () => {
  test('names every scenario that belongs to no revision', async () => {
    const listed = (await Promise.all(suites.map(listScenarios))).flat();
    const revisions = new Set(suites.flatMap((suite) => suite.revisions));
    const without = listed.filter(({ tags }) => !tags.some((tag) => revisions.has(tag)));
    expect(without.map(({ name }) => name).toSorted()).toEqual(extensionScenarios().toSorted());
  });

  test('names no scenario that no suite has', async () => {
    const listed = new Set((await Promise.all(suites.map(listScenarios))).flat().map(({ name }) => name));
    expect(namedScenarios().filter((name) => !listed.has(name))).toEqual([]);
  });

  test('excuses nothing on the mount that the connector could be put to', () => {
    const revisions = new Set(suites.flatMap((suite) => suite.revisions));
    for (const revision of revisions) {
      const connector = exceptionsOf('connector', revision);
      const onlyOnMount = [...exceptionsOf('mount', revision).keys()].filter((name) => !connector.has(name));
      expect(onlyOnMount).toEqual([]);
    }
  });
});
