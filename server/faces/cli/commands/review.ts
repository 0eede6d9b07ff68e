import { Option, type Command } from 'commander';
import { conflict } from '../../../errors.ts';
import { approveChangeRequest } from '../../../operations/change-requests/approve.ts';
import { listChangeRequests } from '../../../operations/change-requests/list.ts';
import { readChangeRequest } from '../../../operations/change-requests/read.ts';
import { rejectChangeRequest } from '../../../operations/change-requests/reject.ts';
import {
  changeRequestStateSchema,
  type ChangeRequestSummary,
} from '../../../operations/change-requests/view.ts';
import { changesOf, decisionOf, describeChangeRequest } from '../change-request-words.ts';
import { addCommand, inSameFolder, onWorkspace, type CommandContext } from '../command.ts';
import { UsageError } from '../exit-code.ts';
import { shortTime, tableOr } from '../output.ts';
import { readTextFile } from '../text-file.ts';

interface ReviewOptions {
  data?: string;
  user?: string;
}

const PAGE = 100;
const STATES = [...changeRequestStateSchema.options, 'all'];

export function addReviewCommands(program: Command): void {
  const review = program.command('review').description('changes that wait for an approver');
  const asUser: [string, string] = [
    '--user <username>',
    'whom to act as; the owner of the workspace otherwise',
  ];
  addCommand(review, 'list', 'what waits, newest first')
    .option(...asUser)
    .addOption(new Option('--state <state>', 'those in this state').choices(STATES).default('pending'))
    .action(onWorkspace(list));
  addCommand(review, 'show <id>', 'show what a change request changes')
    .option(...asUser)
    .option('--merged', 'only the text that approving would store, with conflict markers if any')
    .action(onWorkspace(show));
  addCommand(review, 'approve <id>', 'apply a change request')
    .option(...asUser)
    .option('--comment <text>', 'what to tell the author')
    .option('--confirm-version <number>', 'the version of the document that you compared with')
    .option('--content-file <file>', 'the text to store, in which you have settled the conflicts')
    .action(onWorkspace(approve));
  addCommand(review, 'reject <id>', 'turn a change request down')
    .option(...asUser)
    .requiredOption('--comment <text>', 'why; the author reads it')
    .action(onWorkspace(reject));
}

interface ListOptions extends ReviewOptions {
  state: string;
}

async function list({ connection, output }: CommandContext, { user, state }: ListOptions): Promise<void> {
  const wanted = state === 'all' ? {} : { state: changeRequestStateSchema.parse(state) };
  const page = (offset: number) =>
    connection.run(listChangeRequests, { ...wanted, limit: PAGE, offset }, user);
  const { items, total } = await page(0);
  while (items.length < total) {
    const next = await page(items.length);
    if (next.items.length === 0) break;
    items.push(...next.items);
  }
  output.answer({ items, total }, () => asTable(items, state === 'pending'));
}

/** What waits has no decision to show. */
function asTable(items: readonly ChangeRequestSummary[], isWaiting: boolean): string {
  return tableOr(
    isWaiting ? 'Nothing waits.' : 'There are none.',
    ['id', 'asked', 'by', 'document', 'space', 'changes', ...(isWaiting ? [] : ['state']), 'note'],
    items.map((request) => [
      request.id,
      shortTime(request.created_at),
      request.author.username,
      request.document.title,
      request.document.space,
      changesOf(request),
      ...(isWaiting ? [] : [decisionOf(request)]),
      request.note,
    ]),
  );
}

interface ShowOptions extends ReviewOptions {
  merged?: boolean;
}

async function show(
  { connection, output }: CommandContext,
  id: string,
  { user, data, merged }: ShowOptions,
): Promise<void> {
  const request = await connection.run(readChangeRequest, { id }, user);
  if (!merged) output.answer(request, () => describeChangeRequest(request, inSameFolder(data)));
  else if (request.merged !== null) output.verbatim({ merged: request.merged }, request.merged);
  else {
    throw conflict(
      request.state === 'pending'
        ? 'This change request leaves the text as it is.'
        : `This change request is already ${request.state}.`,
    );
  }
}

interface ApproveOptions extends ReviewOptions {
  comment?: string;
  confirmVersion?: string;
  contentFile?: string;
}

async function approve(
  { connection, output }: CommandContext,
  id: string,
  { user, comment, confirmVersion, contentFile }: ApproveOptions,
): Promise<void> {
  const decision = {
    ...(comment === undefined ? {} : { comment }),
    ...(confirmVersion === undefined ? {} : { confirm_version: versionOf(confirmVersion) }),
    ...(contentFile === undefined ? {} : { resolved_content: await readTextFile(contentFile) }),
  };
  const answer = await connection.run(approveChangeRequest, { id, ...decision }, user);
  const { document } = answer;
  output.answer(
    answer,
    `Approved. “${document.title}” is now version ${document.version}, ${document.status}.`,
  );
}

function versionOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new UsageError(`--confirm-version must be a version number, not “${text}”.`);
  return Number(text);
}

interface RejectOptions extends ReviewOptions {
  comment: string;
}

async function reject(
  { connection, output }: CommandContext,
  id: string,
  { user, comment }: RejectOptions,
): Promise<void> {
  const answer = await connection.run(rejectChangeRequest, { id, comment }, user);
  output.answer(answer, `Rejected ${answer.change_request.id}.`);
}
