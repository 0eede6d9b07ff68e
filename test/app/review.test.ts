import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approveChangeRequest } from '../../server/operations/change-requests/approve.ts';
import { listChangeRequests } from '../../server/operations/change-requests/list.ts';
import { updateDocument } from '../../server/operations/documents/update.ts';
import { DESKTOP, openAppWorld, PHONE, type AppPage, type AppWorld } from './app-world.ts';

const TEXT = '# Kettle\n\nFill it.\n\nBoil it.\n\nPour it.\n';

let world: AppWorld;

beforeAll(async () => {
  world = await openAppWorld({ members: { eve: 'editor', pat: 'approver', vera: 'viewer' } });
});
afterAll(() => world.close());

async function publish(title: string): Promise<string> {
  return (await world.addPage({ title, content: TEXT })).id;
}

/** A page that Ada has published, and a change of it that Eve has sent in. */
async function propose(
  title: string,
  content: string,
  note = 'Safer so.',
): Promise<{ id: string; request: string }> {
  const id = await publish(title);
  await world.run(updateDocument, { id, content, note }, 'eve');
  return { id, request: await requestOf(id) };
}

async function requestOf(documentId: string): Promise<string> {
  const { items } = await world.run(listChangeRequests, { limit: 100 });
  return items.find(({ document }) => document.id === documentId)?.id ?? '';
}

async function textOf(id: string): Promise<string> {
  return (await world.read(id)).content;
}

async function open(username: string, route: string): Promise<AppPage> {
  const app = username === 'ada' ? await world.openLocal() : await world.openAs(username);
  await app.go(route);
  return app;
}

describe('an approver', () => {
  it('sees who asks for what and why, approves, and the page is changed in the author’s name', async () => {
    const { id } = await propose('Boiling water', TEXT.replace('Boil it.', 'Boil it with the lid on.'));
    const { page, problems } = await open('pat', '/review');
    await page.getByRole('link', { name: /Boiling water.*Change the text.*Safer so.*eve/s }).click();
    await page.getByRole('heading', { level: 1, name: 'Boiling water' }).waitFor();
    await page.getByText('Line by line').click();
    await page.getByRole('row', { name: /Removed: Boil it\./ }).waitFor();
    await page.getByRole('row', { name: /Added: Boil it with the lid on\./ }).waitFor();
    await page.getByLabel('Comment').fill('Thank you');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('Approved: “Boiling water” is changed.').waitFor();
    expect(await textOf(id)).toContain('with the lid on');
    expect((await world.read(id)).updated_by.username).toBe('eve');
    expect(problems).toEqual([]);
  });

  it('is asked no more for a review that somebody else has decided', async () => {
    const { request } = await propose('Refilling', TEXT.replace('Fill it.', 'Fill it again.'));
    const { page } = await open('pat', '/notifications');
    const line = page.getByRole('link', {
      name: /eve asks you to review a change of “Refilling” \(unread\)/,
    });
    await line.waitFor();
    await world.run(approveChangeRequest, { id: request });
    await line.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /eve asks you to review a change of “Refilling”/ }).waitFor();
    await page.context().close();
  });

  it('rejects with a comment only, and the author reads it', async () => {
    const { id, request } = await propose('Pouring', TEXT.replace('Pour it.', 'Spill it.'));
    const { page } = await open('pat', `/review/${request}`);
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Say why, so that the author knows what to change.').waitFor();
    await page.getByLabel('Comment').fill('Nothing is spilled here.');
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Rejected. eve is told why.').waitFor();
    expect(await textOf(id)).toBe(TEXT);

    const author = await open('eve', `/review/${request}`);
    await author.page.getByText('Nothing is spilled here.').waitFor();
    expect(await author.page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
  });

  it('sees what approving makes of a page that has moved on, and confirms it', async () => {
    const { id, request } = await propose('Filling', TEXT.replace('Pour it.', 'Pour it slowly.'));
    await world.run(updateDocument, { id, content: TEXT.replace('Fill it.', 'Fill it to the mark.') });
    const { page } = await open('pat', `/review/${request}`);
    await page.getByText('Both changes fit together', { exact: false }).waitFor();
    await page.getByText('What changed meanwhile').waitFor();
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: /I have looked at the page/ }).check();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('Approved: “Filling” is changed.').waitFor();
    expect(await textOf(id)).toBe(
      TEXT.replace('Pour it.', 'Pour it slowly.').replace('Fill it.', 'Fill it to the mark.'),
    );
  });

  it('settles a passage that both sides changed before anything is stored', async () => {
    const { id, request } = await propose('Timing', TEXT.replace('Boil it.', 'Boil it for 3 minutes.'));
    await world.run(updateDocument, { id, content: TEXT.replace('Boil it.', 'Boil it for 5 minutes.') });
    const { page } = await open('pat', `/review/${request}`);
    await page.getByText('Choose what stays first.').waitFor();
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).isDisabled()).toBe(true);
    await page.getByText('Take the proposed').click();
    await page.getByLabel('What will stand there').fill('Boil it for 4 minutes.');
    await page.getByRole('checkbox', { name: /I have looked at the page/ }).check();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('Approved: “Timing” is changed.').waitFor();
    expect(await textOf(id)).toBe(TEXT.replace('Boil it.', 'Boil it for 4 minutes.'));
  });

  it('is not left with an old confirmation when the page moves on while they look', async () => {
    const { id, request } = await propose('Racing', TEXT.replace('Pour it.', 'Pour it fast.'));
    await world.run(updateDocument, { id, content: TEXT.replace('Fill it.', 'Fill it well.') });
    const { page } = await open('pat', `/review/${request}`);
    await page.getByRole('checkbox', { name: /version 2/ }).check();
    await world.run(updateDocument, { id, content: TEXT.replace('Fill it.', 'Fill it very well.') });
    const renewed = page.getByRole('checkbox', { name: /version 3/ });
    await renewed.waitFor();
    expect(await renewed.isChecked()).toBe(false);
  });
});

describe('an editor', () => {
  it('sees their own requests and takes one back', async () => {
    const { request } = await propose('Second thoughts', `${TEXT}\nMore.\n`);
    const { page, problems } = await open('eve', '/review');
    await page.getByRole('heading', { level: 1, name: 'My change requests' }).waitFor();
    await page.getByRole('link', { name: /Second thoughts/ }).click();
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('Withdrawn. The page stays as it is.').waitFor();
    await page.getByRole('alert').getByText('Withdrawn', { exact: true }).waitFor();
    const { items } = await world.run(listChangeRequests, { state: 'withdrawn' });
    expect(items.map(({ id }) => id)).toContain(request);
    expect(problems).toEqual([]);
  });
});

describe('a viewer', () => {
  it('is not led to the review queue, and gets no request by its address', async () => {
    const { request } = await propose('Hidden', `${TEXT}\nHidden.\n`);
    const { page } = await world.openAs('vera');
    expect(await page.getByRole('link', { name: 'Review queue' }).count()).toBe(0);
    await page.evaluate(`location.hash = '/review/${request}'`);
    await page.getByText('No such change request, or you may not see it.').waitFor();
  });
});

describe.each([
  ['light', DESKTOP],
  ['dark', PHONE],
] as const)('in %s colours', (colorScheme, viewport) => {
  it('the queue and a request in conflict are accessible', async () => {
    const { id, request } = await propose(
      `Seen in ${colorScheme}`,
      TEXT.replace('Boil it.', 'Boil it long.'),
    );
    await world.run(updateDocument, {
      id,
      content: TEXT.replace('Boil it.', 'Boil it briefly.'),
      title: 'Seen',
    });
    const app = await world.openLocal({ colorScheme, viewport });
    await app.go('/review');
    await app.page.getByRole('link', { name: /eve/ }).first().waitFor();
    await app.expectClean();
    await app.go(`/review/${request}`);
    await app.page.getByText('Choose what stays first.').waitFor();
    await app.expectClean();
    await app.page.getByText('Line by line').click();
    await app.page.getByRole('table').first().waitFor();
    await app.expectClean();
  });
});
