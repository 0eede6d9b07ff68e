import { Argument, Option, type Command } from 'commander';
import { COMMAND } from '../../../command-name.ts';
import type { Visibility } from '../../../domain/space.ts';
import { createSpace } from '../../../operations/spaces/create.ts';
import { listSpaces } from '../../../operations/spaces/list.ts';
import { setSpaceMember } from '../../../operations/spaces/set-member.ts';
import { updateSpace } from '../../../operations/spaces/update.ts';
import { addCommand, onWorkspace, type CommandContext } from '../command.ts';
import { plural, tableOr } from '../output.ts';

interface SpaceOptions {
  name?: string;
  description?: string;
  visibility?: Visibility;
}

export function addSpaceCommands(program: Command): void {
  const space = program.command('space').description('spaces and who may use them');
  addSpaceFields(addCommand(space, 'add <slug>', 'add a space')).action(onWorkspace(add));
  addCommand(space, 'list', 'list the spaces').action(onWorkspace(list));
  addSpaceFields(addCommand(space, 'set <slug>', 'change a space')).action(onWorkspace(set));
  addCommand(space, 'member <slug> <username>', 'give a person a right in a space')
    .addArgument(
      new Argument('<right>', 'default: what the visibility gives').choices([
        'read',
        'edit',
        'none',
        'default',
      ]),
    )
    .action(onWorkspace(member));
}

function addSpaceFields(command: Command): Command {
  return command
    .option('--name <name>', 'name that people see')
    .option('--description <text>')
    .addOption(
      new Option('--visibility <visibility>', 'everybody, or members only').choices(['workspace', 'private']),
    );
}

async function add(
  { connection, output }: CommandContext,
  slug: string,
  options: SpaceOptions,
): Promise<void> {
  const { space } = await connection.run(createSpace, { slug, ...fieldsOf(options) });
  output.answer(space, `Added the space ${space.slug}.`);
}

async function list({ connection, output }: CommandContext): Promise<void> {
  const spaces = await connection.run(listSpaces, {});
  output.answer(spaces, () =>
    tableOr(
      `No spaces yet. Add one with: ${COMMAND} space add SLUG`,
      ['slug', 'name', 'visibility', 'content'],
      spaces.items.map((space) => [
        space.slug,
        space.name,
        space.visibility,
        plural(space.document_count, 'document'),
      ]),
    ),
  );
}

async function set(
  { connection, output }: CommandContext,
  slug: string,
  options: SpaceOptions,
): Promise<void> {
  const { space } = await connection.run(updateSpace, { slug, ...fieldsOf(options) });
  output.answer(space, `Changed the space ${space.slug}.`);
}

type Right = 'read' | 'edit' | 'none' | 'default';

async function member(
  { connection, output }: CommandContext,
  slug: string,
  username: string,
  right: Right,
): Promise<void> {
  const answer = await connection.run(setSpaceMember, { slug, username, right });
  const words = right === 'default' ? 'no right of their own any more' : `the right “${right}”`;
  output.answer(answer, `${username} has ${words} in ${slug}.`);
}

function fieldsOf({ name, description, visibility }: SpaceOptions) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(visibility === undefined ? {} : { visibility }),
  };
}
