import { Option, type Command } from 'commander';
import { ROLES, roleSchema, type Role } from '../../../domain/role.ts';
import { createSignInCode } from '../../../operations/sign-in/create-code.ts';
import { createUser } from '../../../operations/users/create.ts';
import { inviteUser } from '../../../operations/users/invite.ts';
import { listUsers } from '../../../operations/users/list.ts';
import { updateUser } from '../../../operations/users/update.ts';
import { addCommand, onWorkspace, type CommandContext } from '../command.ts';
import { shortTime, tableOr } from '../output.ts';
import { readPassword } from '../password-input.ts';
import { remarkReach } from '../reach-remark.ts';

interface UserOptions {
  role?: Role;
  name?: string;
  email?: string;
  trainingManager?: boolean;
  enable?: boolean;
  passwordStdin?: boolean;
}

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('people and their roles');
  addCommand(user, 'add <username>', 'add a person')
    .addOption(roleOption().makeOptionMandatory())
    .option('--name <name>', 'name that people see')
    .option('--email <address>')
    .option('--training-manager', 'may run trainings')
    .option('--password-stdin', 'read a password from standard input')
    .action(onWorkspace(add));
  addCommand(user, 'invite <username>', 'add a person who chooses a password at an address that you send')
    .addOption(roleOption())
    .option('--name <name>', 'name that people see')
    .option('--email <address>')
    .option('--training-manager', 'may run trainings')
    .action(onWorkspace(invite));
  addCommand(user, 'sign-in-code [username]', 'let a person sign in once without a password').action(
    onWorkspace(signInCode),
  );
  addCommand(user, 'list', 'list everybody').action(onWorkspace(list));
  addCommand(user, 'set <username>', 'change a person')
    .addOption(roleOption())
    .option('--name <name>', 'name that people see')
    .option('--email <address>')
    .option('--training-manager', 'may run trainings')
    .option('--no-training-manager', 'may not run trainings')
    .option('--enable', 'let a disabled person in again')
    .option('--password-stdin', 'read a new password from standard input')
    .action(onWorkspace(set));
  addCommand(user, 'disable <username>', 'shut a person and their tokens out').action(onWorkspace(disable));
}

const roleOption = () => new Option('--role <role>', 'what the person may do').choices([...ROLES]);

async function add(
  { connection, output }: CommandContext,
  username: string,
  options: UserOptions,
): Promise<void> {
  const role = roleSchema.parse(options.role);
  const { user } = await connection.run(createUser, { username, role, ...(await changesOf(options)) });
  output.answer(user, `Added ${user.username} as ${user.role}.`);
}

async function invite(
  { connection, output }: CommandContext,
  username: string,
  options: UserOptions,
): Promise<void> {
  const { user, url, expires_at } = await connection.run(inviteUser, {
    username,
    ...(options.role === undefined ? {} : { role: options.role }),
    ...(await changesOf(options)),
  });
  output.answer({ ...user, url, expires_at }, url);
  output.remark(
    `Send this address to ${user.username} (${user.role}). It works once, until ${shortTime(expires_at)}.`,
  );
  remarkReach(output, url);
}

async function signInCode({ connection, output }: CommandContext, username?: string): Promise<void> {
  const whose = username === undefined ? {} : { username };
  const { user, code, expires_at } = await connection.run(createSignInCode, whose);
  output.answer({ user, code, expires_at }, code);
  output.remark(
    `${user.username} types it under “Use a one-time code” on the sign-in page. It works once, for ten minutes.`,
  );
}

async function list({ connection, output }: CommandContext): Promise<void> {
  const users = await connection.run(listUsers, {});
  output.answer(users, () =>
    tableOr(
      'Nobody yet.',
      ['username', 'name', 'role', 'training', 'password', 'state'],
      users.items.map((user) => [
        user.username,
        user.name,
        user.role,
        user.training_manager ? 'manager' : '-',
        user.has_password ? 'yes' : 'none',
        user.disabled ? 'disabled' : 'active',
      ]),
    ),
  );
}

async function set(
  { connection, output }: CommandContext,
  username: string,
  options: UserOptions,
): Promise<void> {
  const changes = await changesOf(options);
  const { user } = await connection.run(updateUser, {
    username,
    ...changes,
    ...(options.role === undefined ? {} : { role: options.role }),
    ...(options.enable === undefined ? {} : { disabled: false }),
  });
  output.answer(user, `Changed ${user.username}.`);
}

async function disable({ connection, output }: CommandContext, username: string): Promise<void> {
  const { user } = await connection.run(updateUser, { username, disabled: true });
  output.answer(
    user,
    `Disabled ${user.username}: their tokens are refused and their browsers signed out from now on.`,
  );
}

async function changesOf(options: UserOptions) {
  const { name, email, trainingManager, passwordStdin } = options;
  return {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(trainingManager === undefined ? {} : { training_manager: trainingManager }),
    ...(passwordStdin === undefined ? {} : { password: await readPassword() }),
  };
}
