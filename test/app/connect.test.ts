import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '../../server/operations/tokens/create.ts';
import { DESKTOP, openAppWorld, PHONE, type AppWorld } from './app-world.ts';
import { letIn } from './let-in.ts';

let world: AppWorld;

beforeAll(async () => {
  world = await openAppWorld({ members: { eve: 'editor' } });
});
afterAll(() => world.close());

describe('Connect an assistant', () => {
  it('has a tab for Claude, ChatGPT, Claude Code, Cursor, VS Code and others, each with what to copy', async () => {
    const { page, go } = await world.openAs('eve');
    await go('/connect');
    const connector = `${world.server.publicUrl}/api/mcp`;
    for (const [tab, copied] of [
      ['Claude', 'Connector URL'],
      ['ChatGPT', 'Connector URL'],
      ['Claude Code', 'Terminal'],
      ['Cursor', '~/.cursor/mcp.json'],
      ['VS Code', '.vscode/mcp.json'],
      ['Other', 'Connector URL'],
    ] as const) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await page.getByRole('button', { name: `Copy ${copied}`, exact: true }).waitFor();
      await page.getByRole('tabpanel').getByText(connector).first().waitFor();
    }
  });

  it('copies the address of the connector', async () => {
    const { page, go } = await world.openAs('eve', { permissions: ['clipboard-read', 'clipboard-write'] });
    await go('/connect/claude');
    await page.getByRole('button', { name: 'Copy Connector URL' }).click();
    await page.getByRole('button', { name: 'Copied Connector URL' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${world.server.publicUrl}/api/mcp`);
  });

  it('opens Cursor and VS Code by links that carry no secret', async () => {
    const { page, go } = await world.openAs('eve');
    await go('/connect/cursor');
    const cursor = page.getByRole('link', { name: 'Install in Cursor' });
    expect(await cursor.getAttribute('href')).toMatch(/^cursor:\/\//);
    await page.getByRole('tab', { name: 'VS Code' }).click();
    const code = page.getByRole('link', { name: 'Install in VS Code' });
    expect(await code.getAttribute('href')).toMatch(/^vscode:mcp\/install/);
  });

  it('says before the steps when a hosted assistant cannot reach the address', async () => {
    const member = await world.openAs('eve');
    await member.go('/connect/claude');
    const hint = member.page.getByText('This address cannot be reached from outside');
    await hint.waitFor();
    expect(await member.page.getByRole('link', { name: 'Set up a public address' }).count()).toBe(0);
    await member.page.getByRole('tab', { name: 'Claude Code' }).click();
    await member.page.getByText('On this computer only').waitFor();
    await hint.waitFor({ state: 'detached' });

    const owner = await world.openLocal();
    await owner.go('/connect/claude');
    await owner.page.getByText('This address cannot be reached from outside').waitFor();
  });

  it('takes a script that uses the REST interface for no assistant: only a call of the connector', async () => {
    const { secret } = await world.run(createToken, { username: 'ada', name: 'CI script' });
    const { page, go } = await world.openLocal();
    const step = page.getByRole('region', { name: 'Getting started' });
    const authorization = `Bearer ${secret}`;
    const me = () => fetch(`${world.server.publicUrl}/api/v1/me`, { headers: { authorization } });
    expect((await me()).status).toBe(200);
    await page.reload();
    await step.getByText('To do: Connect an assistant').waitFor();
    await go('/connect');
    await page.getByText('No assistant has connected yet').waitFor();

    const called = await fetch(`${world.server.publicUrl}/api/mcp`, {
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    expect(called.status).toBe(200);
    await page.getByText('CI script is through').waitFor();
    await go('/');
    await step.getByText('Done: Connect an assistant').waitFor();
    await page.context().close();
  });

  it('turns the light green on the first call: not at consent, and without a reload', async () => {
    const { page, go } = await world.openAs('eve');
    await go('/connect');
    await page.getByText('No assistant has connected yet').waitFor();
    const claude = await letIn(page.context(), world.server.publicUrl, 'Claude');
    await page.getByText('Claude is connected').waitFor();
    expect(await claude.call('list_spaces')).toBe(200);
    await page.getByText('Claude is through').waitFor();

    const later = await world.openAs('eve');
    await later.go('/connect');
    await later.page.getByText('Waiting for a call').waitFor();
    await later.page.getByText(/Claude called last/).waitFor();
  });

  it.each(['light', 'dark'] as const)('is accessible and quiet in %s colours', async (colorScheme) => {
    for (const viewport of [DESKTOP, PHONE]) {
      const { page, go, expectClean } = await world.openLocal({ colorScheme, viewport });
      await go('/connect');
      for (const tab of ['Claude', 'VS Code', 'Other']) {
        await page.getByRole('tab', { name: tab, exact: true }).click();
        await expectClean();
      }
      await page.context().close();
    }
  });
});
