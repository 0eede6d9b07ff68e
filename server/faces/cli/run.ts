import { CommanderError } from 'commander';
import { EXIT, exitCodeOf } from './exit-code.ts';
import { answerHelp } from './help-words.ts';
import { printError } from './output.ts';
import { buildProgram } from './program.ts';

/** Runs one command of the command line; sets the exit code of the process (design §7). Never rejects. */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  endQuietlyOnClosedOutput();
  try {
    const program = await buildProgram(words);
    if (!answerHelp(program, words)) await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    const isJson = words.includes('--json');
    const code = exitCodeOf(error);
    // Without --json commander has written its own message already; help that was asked for is no error.
    if (code !== EXIT.done && (isJson || !(error instanceof CommanderError))) printError(error, isJson);
    process.exitCode = code;
  }
}

/** `commonplace audit list | head` closes our output early; that is no failure of ours. */
function endQuietlyOnClosedOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}
