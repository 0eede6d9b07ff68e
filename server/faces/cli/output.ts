import { CommanderError } from 'commander';
import { ConfigError } from '../../config.ts';
import { AppError } from '../../errors.ts';
import type { DamageReport } from '../../ports.ts';
import { systemErrorCode } from '../../system-error.ts';
import { presentError, type ErrorAnswer } from './error-answer.ts';
import { UsageError } from './exit-code.ts';
import { hintInCommands, messageInCommands } from './flag-words.ts';
import { formatTable } from './table.ts';

/** Where a command's answers go. Answers on standard output, everything about them on standard error. */
export interface Output {
  readonly json: boolean;
  /** The answer: `value` as one line of JSON, or the words for people. */
  answer(value: unknown, words: string | (() => string)): void;
  /** A text as the answer, byte for byte, so that it can go into a file. */
  verbatim(value: unknown, text: string): void;
  /** A remark for people on standard error; programs get only answers and errors. */
  remark(words: string): void;
}

export function createOutput(json: boolean): Output {
  return {
    json,
    answer(value, words) {
      const text = json ? JSON.stringify(value) : forTerminal(typeof words === 'string' ? words : words());
      process.stdout.write(`${text}\n`);
    },
    verbatim(value, text) {
      process.stdout.write(json ? `${JSON.stringify(value)}\n` : text);
    },
    remark(words) {
      if (!json) process.stderr.write(`${forTerminal(words)}\n`);
    },
  };
}

/** Our own colours, and what a terminal would obey or turn around: names of files and texts of others may hold it. */
const COMMAND =
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  /(\u001b\[(?:0|3[1-7]|90)m)|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

function forTerminal(words: string): string {
  return words.replaceAll(COMMAND, (_character, colour: string | undefined) => colour ?? '\ufffd');
}

/** Tells people of folders that restores had left which were killed, and that are removed now. */
export function remarkLeftRestores(output: Output, folders: readonly string[]): void {
  for (const folder of folders) output.remark(`Removed what a restore that was cut off had left: ${folder}`);
}

/** Tells people what was found wrong with their data. */
export function remarkDamage(output: Output, damage: readonly DamageReport[]): void {
  for (const { file, problem, action } of damage) output.remark(`Damaged: ${file}: ${problem}; ${action}`);
}

/** Rows as a table, or a sentence when there are none. */
export function tableOr(
  empty: string,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return rows.length === 0 ? empty : formatTable(headings, rows);
}

const two = (value: number) => String(value).padStart(2, '0');

/** A timestamp as people read it: local time without seconds. */
export function shortTime(timestamp: string | null): string {
  if (timestamp === null) return '-';
  const time = new Date(timestamp);
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${date} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

export const plural = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** One line that says what went wrong, and one that says what to do; `--json`: `{"error": {…}}`. On standard error. */
export function printError(error: unknown, json: boolean): void {
  const said = describe(error);
  if (json) {
    process.stderr.write(`${JSON.stringify({ error: said })}\n`);
    return;
  }
  process.stderr.write(`commonplace: ${forTerminal(said.message)}\n`);
  if (said.hint !== undefined) process.stderr.write(`  ${forTerminal(said.hint)}\n`);
}

function describe(error: unknown): Omit<ErrorAnswer, 'status'> & { status?: number } {
  if (error instanceof ConfigError) {
    return { code: 'usage', message: error.problems.join('\n  '), details: { problems: error.problems } };
  }
  if (error instanceof UsageError) return { code: 'usage', message: error.message };
  if (error instanceof CommanderError) return { code: 'usage', message: usageWords(error) };
  if (error instanceof AppError) return inWordsOfFlags(presentError(error));
  if (systemErrorCode(error) !== undefined && error instanceof Error) {
    // The operating system's own words about a file or a port that the person named.
    return { code: 'failed', message: error.message };
  }
  return { ...presentError(error), hint: `Please report it, with these lines: ${stackOf(error)}` };
}

/** Where a command is missing commander shows help, and its error says nothing. */
function usageWords({ code, message }: CommanderError): string {
  return code === 'commander.help' ? 'Name a command; --help lists them.' : message.replace(/^error: /, '');
}

/** A command writes no log: the person in front of it is the only one who can say what went wrong. */
function stackOf(error: unknown): string {
  return error instanceof Error && error.stack !== undefined ? error.stack : String(error);
}

function inWordsOfFlags({ message, hint, ...rest }: ErrorAnswer): ErrorAnswer {
  return {
    ...rest,
    message: messageInCommands(message),
    ...(hint === undefined ? {} : { hint: hintInCommands(hint) }),
  };
}
