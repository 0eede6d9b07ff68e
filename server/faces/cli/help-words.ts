import type { Command } from 'commander';

/**
 * Answers `help`, `help import`, `user help` and `user help add` with the help that is meant.
 *
 * @returns whether that is what the words ask for
 * @throws {CommanderError} when there is no command of that name
 */
export function answerHelp(program: Command, words: readonly string[]): boolean {
  let group = program;
  for (const [index, word] of words.entries()) {
    if (word === 'help' && group.commands.length > 0) {
      explain(group, words.slice(index + 1));
      return true;
    }
    const below = commandNamed(group, word);
    if (!below) return false;
    group = below;
  }
  return false;
}

function explain(group: Command, words: readonly string[]): void {
  let command = group;
  for (const word of words) {
    if (word.startsWith('-')) break;
    command = commandNamed(command, word) ?? command.error(`error: unknown command '${word}'`);
  }
  command.outputHelp();
}

function commandNamed(group: Command, word: string): Command | undefined {
  return group.commands.find((command) => command.name() === word);
}
