import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateSettings } from '../../server/operations/settings/update.ts';
import { assignDeck } from '../../server/operations/training/assign.ts';
import { createDeck } from '../../server/operations/training/create-deck.ts';
import { listDecks } from '../../server/operations/training/list-decks.ts';
import { readDeck } from '../../server/operations/training/read-deck.ts';
import { TEXT } from '../builders/training.ts';
import { DESKTOP, openAppWorld, PHONE, type AppPage, type AppWorld } from './app-world.ts';

let world: AppWorld;

beforeAll(async () => {
  world = await openAppWorld({ members: { eve: 'editor', vera: 'viewer' } });
});
afterAll(() => world.close());

async function publish(title: string): Promise<string> {
  return (await world.addPage({ title, content: TEXT })).id;
}

async function assigned(title: string, usernames: string[]): Promise<string> {
  const { deck } = await world.run(createDeck, { doc_id: await publish(title) });
  await world.run(assignDeck, { deck_id: deck.id, usernames });
  return deck.id;
}

/** From the first slide to the last question; `second` are the options of the second question. */
async function answer({ page }: AppPage, second: readonly string[]): Promise<void> {
  await page.getByText('Slide 1 of 2').waitFor();
  await page.getByRole('radio', { name: 'To the mark' }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('Slide 2 of 2').waitFor();
  for (const option of second) await page.getByRole('checkbox', { name: option }).check();
  await page.getByRole('button', { name: 'Hand in' }).click();
}

describe('training', () => {
  it('says what it is while it is off, and is switched on at the machine', async () => {
    const member = await world.openAs('vera');
    await member.page.getByRole('link', { name: 'Documents' }).first().waitFor();
    expect(await member.page.getByRole('link', { name: 'Training' }).count()).toBe(0);

    const { page, go } = await world.openLocal();
    await go('/training');
    await page.getByText('Training is switched off', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Switch training on' }).click();
    await page.getByRole('tab', { name: 'Manage' }).waitFor();
    await member.page.getByRole('link', { name: 'Training' }).waitFor();
  });
});

describe('a training manager', () => {
  beforeAll(() => world.run(updateSettings, { training: true }));

  it('makes a training from a published page and assigns it', async () => {
    await publish('Kettle basics');
    const { page, go, problems } = await world.openLocal();
    await go('/training');
    await page.getByRole('tab', { name: 'Manage' }).click();
    await page.getByRole('button', { name: 'New training' }).click();
    await page.getByRole('combobox', { name: 'Page' }).fill('Kettle bas');
    await page.getByRole('option', { name: 'Kettle basics' }).click();
    await page.getByLabel('Days until due').fill('14');
    await page.getByRole('button', { name: 'Make the training' }).click();
    await page
      .getByText('2 slides · 2 questions · 80 % to pass · due after 14 days', { exact: false })
      .waitFor();
    await page.getByRole('button', { name: 'Assign' }).click();
    await page.getByRole('combobox', { name: 'Usernames' }).fill('eve');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click();
    await page.getByRole('row', { name: /eve.*To take/ }).waitFor();
    const { items } = await world.run(listDecks, {});
    expect(items.find(({ title }) => title === 'Kettle basics')?.counts.assigned).toBe(1);
    expect(problems).toEqual([]);
  });

  it('is told which names there are not, and nobody is assigned', async () => {
    const { deck } = await world.run(createDeck, { doc_id: await publish('Unknown names') });
    const { page, go } = await world.openLocal();
    await go(`/training/deck/${deck.id}`);
    await page.getByRole('button', { name: 'Assign' }).click();
    await page.getByRole('combobox', { name: 'Usernames' }).fill('nobody-here');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click();
    await page.getByText('no such person: nobody-here', { exact: false }).waitFor();
    expect((await world.run(readDeck, { deck_id: deck.id })).total).toBe(0);
  });

  it('takes it from somebody, and deletes it, after a question', async () => {
    const deckId = await assigned('Short training', ['eve', 'vera']);
    const { page, go } = await world.openLocal();
    await go(`/training/deck/${deckId}`);
    await page.getByRole('button', { name: 'Unassign eve' }).click();
    await page.getByRole('button', { name: 'Take it from them' }).click();
    await page.getByText('eve does not have it any more.').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('The training is deleted.').waitFor();
    const { items } = await world.run(listDecks, {});
    expect(items.map(({ id }) => id)).not.toContain(deckId);
  });
});

describe('whoever is to take a training', () => {
  it('goes through slides and questions, fails, tries again and passes', async () => {
    const deckId = await assigned('Kettle licence', ['vera']);
    const app = await world.openAs('vera');
    await app.go('/training');
    const card = app.page.getByRole('link', { name: 'Start' });
    await card.first().click();
    await answer(app, ['Bleach']);
    await app.page.getByRole('heading', { level: 2, name: 'Not passed yet' }).waitFor();
    await app.page.getByText('1 of 2 right: 50 %. 80 % are needed.').waitFor();
    await app.page.getByRole('button', { name: 'Try again' }).click();
    await answer(app, ['Vinegar', 'Lemon']);
    await app.page.getByRole('heading', { level: 2, name: 'Passed' }).waitFor();
    await app.page.getByRole('link', { name: 'My trainings' }).click();
    await app.page.getByText('Taken 2 times, best result 100 %', { exact: false }).waitFor();
    const { items } = await world.run(readDeck, { deck_id: deckId });
    expect(items).toMatchObject([{ person: { username: 'vera' }, state: 'passed', attempts: 2 }]);
    expect(app.problems).toEqual([]);
  });

  it('is told of it in the notifications, which lead there', async () => {
    await assigned('Announced training', ['vera']);
    const { page, go } = await world.openAs('vera');
    await go('/notifications');
    await page.getByRole('link', { name: /ada assigned you the training “Announced training”/ }).click();
    await page.getByText('Slide 1 of 2').waitFor();
    await go('/notifications');
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByText('You have read everything.').waitFor();
  });

  it('hands nothing in before every question is answered', async () => {
    const deckId = await assigned('Half a training', ['vera']);
    const { page, go } = await world.openAs('vera');
    await go(`/training/take/${deckId}`);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Not answered yet: 1, 2').waitFor();
    expect(await page.getByRole('button', { name: 'Hand in' }).isDisabled()).toBe(true);
  });
});

describe.each([
  ['light', DESKTOP],
  ['dark', PHONE],
] as const)('in %s colours', (colorScheme, viewport) => {
  it('trainings, a deck, a slide and the inbox are accessible', async () => {
    const deckId = await assigned(`Seen in ${colorScheme}`, ['ada', 'eve']);
    const app = await world.openLocal({ colorScheme, viewport });
    await app.go('/training');
    await app.page.getByText(`Seen in ${colorScheme}`).waitFor();
    await app.expectClean();
    await app.go(`/training/deck/${deckId}`);
    await app.page.getByRole('row', { name: /eve/ }).waitFor();
    await app.expectClean();
    await app.go(`/training/take/${deckId}`);
    await app.page.getByRole('radio', { name: 'To the mark' }).waitFor();
    await app.expectClean();
    await app.go('/notifications');
    await app.page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
    await app.expectClean();
  });
});
