import { describe, expect, it } from 'vitest';
import { loadRoutes } from '../../server/faces/rest/routes.ts';
import { readRepositoryFile, tableRows } from './pages.ts';

const routes = await loadRoutes();

const page = await readRepositoryFile('docs/api.md');
const rows = tableRows(page);

/** The rows of the table of endpoints: method, path, scope. */
const documented = rows.flatMap(([method = '', where = '', scope = '']) => {
  const path = /^\[`(\/[^`]+)`\]/.exec(where)?.[1];
  return path === undefined ? [] : [`${method} ${path} ${scope}`];
});

describe('docs/api.md', () => {
  it.each(routes.map(({ method, path, operation }) => `${method} ${path} ${operation.scope}`))(
    'documents %s',
    (endpoint) => {
      expect(documented).toContain(endpoint);
    },
  );

  it('documents no endpoint twice, and none that there is not', () => {
    expect(documented).toHaveLength(routes.length);
  });

  it('documents every error code with its status, in the order of server/errors.ts', async () => {
    const source = await readRepositoryFile('server/errors.ts');
    const codes = [...source.matchAll(/^ {2}([a-z_]+): (\d{3}),$/gm)].map(([, code, status]) => [
      code,
      status,
    ]);
    const table = rows.flatMap(([cell = '', status = '']) => {
      const code = /^`([a-z_]+)`$/.exec(cell)?.[1];
      return code !== undefined && /^\d{3}$/.test(status) ? [[code, status]] : [];
    });
    expect(codes.length).toBeGreaterThan(0);
    expect(table).toEqual(codes);
  });

  const parameters = new Set(
    routes.flatMap(({ query, body }) => [...Object.keys(query.shape), ...Object.keys(body.shape)]),
  );
  it.each([...parameters])('names the query parameter or body field %s', (name) => {
    expect(page).toMatch(new RegExp(`[\`"?&]${name}[\`"=]`));
  });
});
