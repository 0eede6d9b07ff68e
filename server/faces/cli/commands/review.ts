import type { Command } from 'commander';
import { approveChangeRequest } from '../../../operations/change-requests/approve.ts';
import { listChangeRequests } from '../../../operations/change-requests/list.ts';
import { readChangeRequest } from '../../../operations/change-requests/read.ts';
import { rejectChangeRequest } from '../../../operations/change-requests/reject.ts';
import { addCommand, onWorkspace, type CommandContext } from '../command.ts';
import { UsageError } from '../exit-code.ts';
import { shortTime, tableOr } from '../output.ts';

interface DecisionOptions {
  user?: string;
  comment?: string;
  confirmVersion?: string;
}

const PAGE = 100;

export function addReviewCommands(program: Command): void {
  const review = program.command('review').description('changes that wait for an approver');
  const asUser: [string, string] = [
    '--user <username>',
    'whom to act as; the owner of the workspace otherwise',
  ];
  addCommand(review, 'list', 'what waits, newest first')
    .option(...asUser)
    .action(onWorkspace(list));
  addCommand(review, 'show <id>', 'show what a change request changes')
    .option(...asUser)
    .action(onWorkspace(show));
  addCommand(review, 'approve <id>', 'apply a change request')
    .option(...asUser)
    .option('--comment <text>', 'what to tell the author')
    .option('--confirm-version <number>', 'the version of the document that you compared with')
    .action(onWorkspace(approve));
  addCommand(review, 'reject <id>', 'turn a change request down')
    .option(...asUser)
    .requiredOption('--comment <text>', 'why; the author reads it')
    .action(onWorkspace(reject));
}

async function list({ connection, output }: CommandContext, { user }: DecisionOptions): Promise<void> {
  const page = (offset: number) =>
    connection.run(listChangeRequests, { state: 'pending', limit: PAGE, offset }, user);
  const { items, total } = await page(0);
  while (items.length < total) {
    const next = await page(items.length);
    if (next.items.length === 0) break;
    items.push(...next.items);
  }
  output.answer({ items, total }, () =>
    tableOr(
      'Nothing waits.',
      ['id', 'asked', 'by', 'document', 'space', 'changes', 'note'],
      items.map((request) => [
        request.id,
        shortTime(request.created_at),
        request.author.username,
        request.document.title,
        request.document.space,
        changesOf(request).join(', '),
        request.note,
      ]),
    ),
  );
}

function changesOf(request: { proposed: object; changes_content: boolean; moved_on: boolean }): string[] {
  const fields = Object.keys(request.proposed);
  return [
    ...fields,
    ...(request.changes_content ? ['text'] : []),
    ...(request.moved_on ? ['(document moved on)'] : []),
  ];
}

async function show(
  { connection, output }: CommandContext,
  id: string,
  { user }: DecisionOptions,
): Promise<void> {
  const request = await connection.run(readChangeRequest, { id }, user);
  output.answer(request, () =>
    [
      `${request.id}, ${request.state}, by ${request.author.username} via ${request.author.via}, ${shortTime(request.created_at)}`,
      `Document: ${request.document.title} (${request.document.id}, version ${request.document.version})`,
      ...Object.entries(request.proposed).map(([field, value]) => `Sets ${field}: ${JSON.stringify(value)}`),
      ...(request.note === '' ? [] : [`Note: ${request.note}`]),
      ...(request.moved_on ? [movedOn(request)] : []),
      ...(request.diff === '' ? [] : ['', request.diff.trimEnd()]),
    ].join('\n'),
  );
}

function movedOn(request: {
  document: { version: number };
  text_conflicts: number;
  field_conflicts: string[];
}): string {
  const conflicts = request.text_conflicts + request.field_conflicts.length;
  return conflicts === 0
    ? `The document has changed since; the changes fit together. Approve with --confirm-version ${request.document.version}`
    : `The document has changed since; ${conflicts} of the changes meet. Settle them in the app.`;
}

async function approve(
  { connection, output }: CommandContext,
  id: string,
  options: DecisionOptions,
): Promise<void> {
  const answer = await connection.run(
    approveChangeRequest,
    {
      id,
      ...(options.comment === undefined ? {} : { comment: options.comment }),
      ...(options.confirmVersion === undefined ? {} : { confirm_version: versionOf(options.confirmVersion) }),
    },
    options.user,
  );
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

interface RejectOptions extends DecisionOptions {
  comment: string;
}

async function reject(
  { connection, output }: CommandContext,
  id: string,
  options: RejectOptions,
): Promise<void> {
  const answer = await connection.run(rejectChangeRequest, { id, comment: options.comment }, options.user);
  output.answer(answer, `Rejected ${answer.change_request.id}.`);
}
