import { Command, Help, type Option } from 'commander';
import { VERSION } from '../../version.ts';
import { SEE_HELP } from './flag-words.ts';

/** Each first word with the file that knows it, so that a command loads only its own code. */
const COMMANDS: Record<string, () => Promise<(program: Command) => void>> = {
  serve: async () => (await import('./commands/serve.ts')).addServeCommand,
  open: async () => (await import('./commands/open.ts')).addOpenCommand,
  init: async () => (await import('./commands/init.ts')).addInitCommand,
  user: async () => (await import('./commands/user.ts')).addUserCommands,
  space: async () => (await import('./commands/space.ts')).addSpaceCommands,
  token: async () => (await import('./commands/token.ts')).addTokenCommands,
  session: async () => (await import('./commands/session.ts')).addSessionCommands,
  app: async () => (await import('./commands/app.ts')).addAppCommands,
  address: async () => (await import('./commands/address.ts')).addAddressCommands,
  settings: async () => (await import('./commands/settings.ts')).addSettingsCommands,
  import: async () => (await import('./commands/import.ts')).addImportCommand,
  export: async () => (await import('./commands/export.ts')).addExportCommand,
  review: async () => (await import('./commands/review.ts')).addReviewCommands,
  index: async () => (await import('./commands/search-index.ts')).addIndexCommands,
  template: async () => (await import('./commands/template.ts')).addTemplateCommands,
  training: async () => (await import('./commands/training.ts')).addTrainingCommands,
  'upload-link': async () => (await import('./commands/upload-link.ts')).addUploadLinkCommands,
  sitting: async () => (await import('./commands/sitting.ts')).addSittingCommands,
  undo: async () => (await import('./commands/undo.ts')).addUndoCommand,
  audit: async () => (await import('./commands/audit.ts')).addAuditCommands,
  doctor: async () => (await import('./commands/doctor.ts')).addDoctorCommand,
  backup: async () => (await import('./commands/backup.ts')).addBackupCommands,
  mirror: async () => (await import('./commands/mirror.ts')).addMirrorCommands,
  restore: async () => (await import('./commands/restore.ts')).addRestoreCommand,
  verify: async () => (await import('./commands/verify.ts')).addVerifyCommand,
};

/**
 * The command line of design §7.
 *
 * @param words the arguments; the first one decides which commands are loaded: all of them for help, none to say the
 *   version
 */
export async function buildProgram(words: readonly string[]): Promise<Command> {
  const isJson = words.includes('--json');
  const program = new Command('commonplace')
    .description('A personal knowledge base that lives on its owner’s desk and answers the whole world.')
    .version(VERSION)
    .showHelpAfterError(SEE_HELP)
    .configureHelp({ optionDescription })
    .exitOverride()
    // With --json the error is printed once, as JSON, by whoever catches it.
    .configureOutput(isJson ? { writeErr() {} } : {});
  for (const load of commandsFor(words[0] ?? '')) (await load())(program);
  return program;
}

/** Commander itself tells of a missing option only once it is missing. */
function optionDescription(option: Option): string {
  const words = new Help().optionDescription(option);
  return option.mandatory ? `${words} (required)` : words;
}

const VERSION_FLAGS = new Set(['-V', '--version']);

function commandsFor(first: string) {
  if (VERSION_FLAGS.has(first)) return [];
  const known = Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined;
  return known ? [known] : Object.values(COMMANDS);
}
