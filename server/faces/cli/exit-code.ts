import { CommanderError } from 'commander';
import { COMMAND } from '../../command-name.ts';
import { ConfigError } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { FolderInUse, FolderIsNewer } from '../../storage/open-errors.ts';

/** What a command ends with (design §7). */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  folderInUse: 3,
  damaged: 4,
  folderIsNewer: 5,
} as const;

/** The person typed something that the command cannot mean. */
export class UsageError extends Error {}

/** The workspace has lost something; what, stands in the answer. */
export class DamageFound extends AppError {
  constructor(message: string, hint = `Copy the folder as it is; \`${COMMAND} verify\` says more.`) {
    super('read_only', message, { hint });
  }
}

/** The exit code for an error that ended a command. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof FolderInUse) return EXIT.folderInUse;
  if (error instanceof FolderIsNewer) return EXIT.folderIsNewer;
  if (error instanceof UsageError || error instanceof ConfigError) return EXIT.usage;
  if (error instanceof CommanderError) return isHelp(error) ? EXIT.done : EXIT.usage;
  if (!(error instanceof AppError)) return EXIT.failed;
  if (error.code === 'read_only') return EXIT.damaged;
  // What a command was given is what its person typed.
  return error.code === 'bad_request' ? EXIT.usage : EXIT.failed;
}

/** Help and version that were asked for; help that is shown because a command is missing is a usage error. */
function isHelp(error: CommanderError): boolean {
  return error.code === 'commander.helpDisplayed' || error.code === 'commander.version';
}
