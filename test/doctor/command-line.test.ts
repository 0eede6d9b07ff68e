import { describe, expect, it } from 'vitest';
import type { Diagnosis } from '../../server/domain/diagnosis.ts';
import { commandLine, serve, temporaryFolder } from '../cli/command-line.ts';

describe('commonplace doctor', () => {
  it('without a server says so, in words, in JSON and by its exit code', async () => {
    const { run, json } = commandLine(await temporaryFolder());
    await json(['init', '--username', 'ada']);
    const told = await run(['doctor']);
    expect(told.code).toBe(1);
    expect(told.out).toContain('No server has this workspace open, so nobody can reach it.');
    expect(told.out).toContain('1 thing broken');
    // Nobody looks at a terminal here.
    expect(told.out).not.toContain('\u001b[');
    const { code, out } = await run(['doctor', '--json']);
    expect(code).toBe(1);
    const found: Diagnosis = JSON.parse(out);
    expect(found.rows.find(({ id }) => id === 'port')?.status).toBe('red');
    expect(found.rows.find(({ id }) => id === 'tools')?.finding).toBe(
      'Not tried: “Port” has to be right first.',
    );
  });

  it('goes the whole way of a client through the server that runs', async () => {
    const folder = await temporaryFolder();
    const { json, run } = commandLine(folder);
    await json(['init', '--username', 'ada']);
    const server = await serve(folder);
    const found = await json<Diagnosis>(['doctor']);
    const lights = Object.fromEntries(found.rows.map(({ id, status }) => [id, status]));
    expect(lights).toMatchObject({ port: 'green', token: 'green', tools: 'green', streaming: 'green' });
    expect(found.rows.length).toBe(found.total);
    const wrong = await run(['doctor', '--address', 'not an address']);
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain('address: must be an address that begins with https://');
    expect(await server.stop()).toBe(0);
  });
});
