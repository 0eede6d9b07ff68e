import type { Command } from 'commander';
import { COMMAND } from '../../../command-name.ts';
import { assignDeck } from '../../../operations/training/assign.ts';
import { createDeck } from '../../../operations/training/create-deck.ts';
import { deleteDeck } from '../../../operations/training/delete-deck.ts';
import { listDecks } from '../../../operations/training/list-decks.ts';
import { readDeck } from '../../../operations/training/read-deck.ts';
import { unassignDeck } from '../../../operations/training/unassign.ts';
import type { DeckView } from '../../../operations/training/view.ts';
import { addCommand, onWorkspace, type CommandContext } from '../command.ts';
import { UsageError } from '../exit-code.ts';
import { plural, shortTime, tableOr } from '../output.ts';

const PAGE = 100;

interface AsUser {
  user?: string;
}

export function addTrainingCommands(program: Command): void {
  const training = program.command('training').description('training decks and who has passed them');
  const asUser: [string, string] = [
    '--user <username>',
    'whom to act as; the owner of the workspace otherwise',
  ];
  addCommand(training, 'add <document>', 'make a deck from a published document')
    .option(...asUser)
    .option('--due-days <days>', 'days until it is due, for everybody from their assignment on')
    .option('--pass-percent <percent>', 'share of right answers that passes; 80 otherwise')
    .action(onWorkspace(add));
  addCommand(training, 'assign <deck> [usernames...]', 'assign a deck to people')
    .option(...asUser)
    .option('--everyone', 'to everybody who may read the document now')
    .action(onWorkspace(assign));
  addCommand(training, 'unassign <deck> [usernames...]', 'take a deck from people again, with their results')
    .option(...asUser)
    .option('--everyone', 'from everybody who has it')
    .action(onWorkspace(unassign));
  addCommand(training, 'list', 'list the decks')
    .option(...asUser)
    .action(onWorkspace(list));
  addCommand(training, 'status <deck>', 'how each person does with a deck')
    .option(...asUser)
    .action(onWorkspace(status));
  addCommand(training, 'remove <deck>', 'delete a deck, with its assignments and results')
    .option(...asUser)
    .action(onWorkspace(remove));
}

interface AddOptions extends AsUser {
  dueDays?: string;
  passPercent?: string;
}

async function add(
  { connection, output }: CommandContext,
  document: string,
  { user, dueDays, passPercent }: AddOptions,
): Promise<void> {
  const input = {
    doc_id: document,
    ...(dueDays === undefined ? {} : { due_days: numberOf('--due-days', dueDays) }),
    ...(passPercent === undefined ? {} : { pass_percent: numberOf('--pass-percent', passPercent) }),
  };
  const { deck } = await connection.run(createDeck, input, user);
  const size = `${plural(deck.slide_count, 'slide')} and ${plural(deck.question_count, 'question')}`;
  output.answer(
    deck,
    `Made the deck ${deck.id} from version ${deck.document_version} of “${deck.title}”: ${size}.`,
  );
}

function numberOf(option: string, text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new UsageError(`${option} must be a whole number, not “${text}”.`);
  return Number(text);
}

interface WhomOptions extends AsUser {
  everyone?: boolean;
}

function whom(deckId: string, usernames: string[], everyone: boolean | undefined) {
  if (usernames.length > 0 === (everyone === true))
    throw new UsageError('Name the people behind the deck, or give --everyone: one of the two.');
  return {
    deck_id: deckId,
    ...(usernames.length > 0 && { usernames }),
    ...(everyone === true && { everyone }),
  };
}

async function assign(
  { connection, output }: CommandContext,
  deckId: string,
  usernames: string[],
  { user, everyone }: WhomOptions,
): Promise<void> {
  const answer = await connection.run(assignDeck, whom(deckId, usernames, everyone), user);
  const before = answer.already_assigned === 0 ? '' : ` ${answer.already_assigned} had it already.`;
  output.answer(
    answer,
    `Assigned “${answer.deck.title}” to ${plural(answer.assigned, 'person', 'people')}.${before}`,
  );
}

async function unassign(
  { connection, output }: CommandContext,
  deckId: string,
  usernames: string[],
  { user, everyone }: WhomOptions,
): Promise<void> {
  const answer = await connection.run(unassignDeck, whom(deckId, usernames, everyone), user);
  const without = answer.not_assigned === 0 ? '' : ` ${answer.not_assigned} did not have it.`;
  output.answer(
    answer,
    `Took “${answer.deck.title}” from ${plural(answer.unassigned, 'person', 'people')}.${without}`,
  );
}

async function remove(
  { connection, output }: CommandContext,
  deckId: string,
  { user }: AsUser,
): Promise<void> {
  const answer = await connection.run(deleteDeck, { deck_id: deckId }, user);
  output.answer(
    answer,
    `Deleted the deck “${answer.title}”, which ${plural(answer.unassigned, 'person', 'people')} had.`,
  );
}

/** The first page with the items of all pages. */
async function allPages<Page extends { items: unknown[]; total: number }>(
  page: (offset: number) => Promise<Page>,
): Promise<Page> {
  const all = await page(0);
  while (all.items.length < all.total) {
    const { items } = await page(all.items.length);
    if (items.length === 0) break;
    all.items.push(...items);
  }
  return all;
}

async function list({ connection, output }: CommandContext, { user }: AsUser): Promise<void> {
  const { items, total } = await allPages((offset) =>
    connection.run(listDecks, { limit: PAGE, offset }, user),
  );
  output.answer({ items, total }, () =>
    tableOr(
      `No decks yet. Make one with: ${COMMAND} training add DOCUMENT`,
      ['id', 'title', 'made from', 'document', 'assigned', 'passed', 'failed', 'not started', 'overdue'],
      items.map((deck) => [
        deck.id,
        deck.title,
        `version ${deck.document_version}`,
        documentWords(deck),
        ...[
          deck.counts.assigned,
          deck.counts.passed,
          deck.counts.failed,
          deck.counts.not_started,
          deck.counts.overdue,
        ].map(String),
      ]),
    ),
  );
}

function documentWords({ document_state, outdated, current_version }: DeckView): string {
  if (document_state !== 'published') return document_state;
  return outdated ? `moved on to version ${current_version}` : 'as the deck';
}

async function status(
  { connection, output }: CommandContext,
  deckId: string,
  { user }: AsUser,
): Promise<void> {
  const {
    limit: _limit,
    offset: _offset,
    ...people
  } = await allPages((offset) => connection.run(readDeck, { deck_id: deckId, limit: PAGE, offset }, user));
  output.answer(people, () =>
    tableOr(
      `Nobody has this deck yet. Assign it with: ${COMMAND} training assign DECK --everyone`,
      ['username', 'state', 'score', 'attempts', 'due', 'passed'],
      people.items.map(({ person, state, score_percent, attempts, due_at, overdue, passed_at }) => [
        person.username,
        overdue ? `${state}, overdue` : state,
        score_percent === null ? '-' : `${score_percent} %`,
        String(attempts),
        shortTime(due_at),
        shortTime(passed_at),
      ]),
    ),
  );
}
