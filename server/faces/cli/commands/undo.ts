import type { Command } from 'commander';
import type { z } from 'zod';
import { undoSitting } from '../../../operations/sittings/undo.ts';
import { addCommand, onWorkspace, type CommandContext } from '../command.ts';

type Answer = z.output<typeof undoSitting.output>;

interface UndoOptions {
  user?: string;
  dryRun?: boolean;
}

export function addUndoCommand(program: Command): void {
  addCommand(program, 'undo <sitting>', 'take back what an app or token changed in one sitting')
    .option('--dry-run', 'say what would happen and change nothing')
    .option('--user <username>', 'whom to act as; the owner of the workspace otherwise')
    .action(onWorkspace(undo));
}

async function undo(
  { connection, output }: CommandContext,
  id: string,
  { user, dryRun: isDryRun = false }: UndoOptions,
): Promise<void> {
  const first = await connection.run(undoSitting, { id, dry_run: isDryRun }, user);
  const answers = [first];
  // A large sitting takes several commits.
  if (!isDryRun) {
    for (let { remaining } = first; remaining > 0;) {
      const next = await connection.run(undoSitting, { id }, user);
      answers.push(next);
      ({ remaining } = next);
    }
  }
  const items = together(answers);
  const message = answers.map((answer) => answer.message).join('\n');
  const { sitting, remaining } = answers.at(-1) ?? first;
  output.answer({ sitting, dry_run: isDryRun, message, items, remaining }, () =>
    [...items.map(describeItem), message].join('\n'),
  );
}

/** What was done is said once, and what stays as the last answer says it. */
function together(answers: readonly Answer[]): Answer['items'] {
  const items = new Map<string, Answer['items'][number]>();
  for (const item of answers.flatMap((answer) => answer.items)) {
    const key = `${item.type} ${item.id}`;
    if (item.did.length > 0 || !items.get(key)?.did.length) items.set(key, item);
  }
  return [...items.values()];
}

function describeItem({ type, id, title, version, did, left }: Answer['items'][number]): string {
  const name = title === null ? `${type} ${id}` : `“${title}” (${id})`;
  const at = version === undefined ? '' : `, version ${version}`;
  return [`${name}${at}`, ...did.map((words) => `  ${words}`), ...left.map((words) => `  ! ${words}`)].join(
    '\n',
  );
}
