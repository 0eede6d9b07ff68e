import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseConfig } from '../../server/config.ts';
import { connect } from '../../server/faces/cli/connect.ts';
import type { Connection } from '../../server/faces/cli/connection.ts';
import { createDocument } from '../../server/operations/documents/create.ts';
import { updateDocument } from '../../server/operations/documents/update.ts';
import { createUser } from '../../server/operations/users/create.ts';
import type { MenuItem } from '../fakes/electron.ts';
import { endDesks, startDesk, type DeskWorld } from './desk-world.ts';
import { PATIENCE } from '../patience.ts';

let desk: DeskWorld;
let commandLine: Connection;

beforeAll(async () => {
  desk = await startDesk();
  await desk.call('account.read');
  commandLine = await connect(
    parseConfig({ flags: { data: desk.folder }, env: {}, platform: process.platform, home: desk.root }),
  );
  await commandLine.run(createUser, { username: 'erik', name: 'Erik', role: 'editor' });
  // The first reading of what is new is done once the tray is drawn.
  await vi.waitUntil(() => labels().includes('This computer only'), PATIENCE);
});
afterAll(async () => {
  await commandLine.close();
  await endDesks();
});
beforeEach(() => {
  desk.record.notifications.length = 0;
  desk.window().isInFront = false;
});

const labels = () => desk.tray().menu.map(({ label }) => label ?? '');
const items = (menu: readonly MenuItem[]): MenuItem[] =>
  menu.flatMap((item) => [item, ...items(item.submenu ?? [])]);

function press(label: string, menu: readonly MenuItem[] = desk.tray().menu): void {
  const item = items(menu).find((candidate) => candidate.label === label);
  if (!item?.click) throw new Error(`There is nothing to press called ${label}.`);
  item.click();
}

/** A page of the owner, to which an editor proposes a change. */
async function propose(title: string): Promise<void> {
  const { document } = await commandLine.run(createDocument, {
    space: 'notes',
    title,
    content: 'Text.',
    status: 'published',
  });
  await commandLine.run(updateDocument, { id: document.id, content: 'Better.' }, 'erik');
}

describe('the tray', () => {
  it('says how the workspace is reached, and leads to the window', () => {
    expect(labels()).toEqual([
      'This computer only',
      '',
      'Copy address for assistants',
      '',
      'Open Commonplace',
      '',
      'Quit Commonplace',
    ]);
    desk.window().hide();
    press('Open Commonplace');
    expect(desk.window().isVisible).toBe(true);
    desk.window().hide();
    desk.tray().emit('click');
    expect(desk.window().isVisible).toBe(true);
  });

  it('copies the address that assistants connect to', () => {
    press('Copy address for assistants');
    expect(desk.record.clipboard.at(-1)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/mcp$/);
  });

  it('counts what waits for review, and leads there', async () => {
    await propose('Kettle');
    await vi.waitFor(() => expect(labels()).toContain('1 change waits for your review'), PATIENCE);
    expect(desk.record.badge).toBe(1);
    await propose('Teapot');
    await vi.waitFor(() => expect(labels()).toContain('2 changes wait for your review'), PATIENCE);
    press('2 changes wait for your review');
    expect(desk.window().loaded.at(-1)).toBe('app://desk/#/review');
  });
});

describe('messages of the system', () => {
  it('tell of a change that waits; a click shows it', async () => {
    await propose('Saucer');
    const message = await vi.waitFor(() => {
      const [first] = desk.record.notifications;
      if (!first) throw new Error('No message yet.');
      return first;
    }, PATIENCE);
    expect(message.options).toEqual({ title: 'A change waits for your review', body: 'Erik: Saucer' });
    message.emit('click');
    expect(desk.window().loaded.at(-1)).toBe('app://desk/#/review');
  });

  it('do not tell whoever looks at the window what it shows already', async () => {
    desk.window().isInFront = true;
    const drawn = new Promise((resolve) => desk.tray().once('drawn', resolve));
    await propose('Spoon');
    await drawn;
    await vi.waitFor(async () => {
      const inbox = await desk.call('notifications.list', { limit: 1 });
      expect(inbox).toMatchObject({ value: { items: [{ subject: 'Spoon' }] } });
    }, PATIENCE);
    desk.window().isInFront = false;
    await propose('Fork');
    await vi.waitFor(() => expect(desk.record.notifications).not.toEqual([]), PATIENCE);
    expect(desk.record.notifications.map(({ options }) => options.body)).toEqual(['Erik: Fork']);
  });
});

describe('the menu bar', () => {
  it('has what every program has', () => {
    const roles = items(desk.record.menu).map(({ role }) => role);
    expect(roles).toEqual(
      expect.arrayContaining(['editMenu', 'windowMenu', 'help', 'quit', 'about', 'zoomIn']),
    );
  });

  it.each([
    ['New page', '/documents/new'],
    ['Settings…', '/settings'],
    ['Review queue', '/review'],
    ['Public address', '/address'],
    ['Diagnostics', '/diagnostics'],
  ])('“%s” leads to %s, without loading the page anew', (label, route) => {
    press(label, desk.record.menu);
    expect(desk.window().loaded.at(-1)).toBe(`app://desk/#${route}`);
  });

  it('shows the workspace’s folder and the log', () => {
    press('Show the workspace’s folder', desk.record.menu);
    press('Show the log', desk.record.menu);
    expect(desk.record.shown).toEqual([desk.folder, `${desk.profile}/logs/commonplace.log`]);
  });
});
