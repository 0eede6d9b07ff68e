import { setInterval } from 'node:timers/promises';
import type { Command } from 'commander';
import type { z } from 'zod';
import { COMMAND } from '../../../command-name.ts';
import { conflict } from '../../../errors.ts';
import { checkSearchIndex } from '../../../operations/search/check.ts';
import { rebuildSearchIndex } from '../../../operations/search/rebuild.ts';
import { readSearchStatus, type searchStatusSchema } from '../../../operations/search/status.ts';
import { addCommand, inSameFolder, onWorkspace, type CommandContext } from '../command.ts';
import type { Connection } from '../connection.ts';
import { plural, shortTime } from '../output.ts';
import { isWatched, startProgress, type Progress } from '../progress.ts';

/** Asking costs the building nothing that could be measured. */
const ASK_EVERY_MS = 200;

type Status = z.output<typeof searchStatusSchema>;
type Check = z.output<typeof checkSearchIndex.output>;

export function addIndexCommands(program: Command): void {
  const index = program.command('index').description('the search index, which is made from the documents');
  addCommand(index, 'status', 'how far the index is, and what is wrong with it').action(onWorkspace(status));
  addCommand(index, 'check', 'compare the index with the documents, and its file with its checksum').action(
    onWorkspace(check),
  );
  addCommand(index, 'rebuild', 'build the index anew; searches go on meanwhile').action(onWorkspace(rebuild));
}

async function status({ connection, output }: CommandContext): Promise<void> {
  const found = await connection.run(readSearchStatus, {});
  output.answer(found, () => statusLines(found).join('\n'));
}

async function rebuild({ connection, output }: CommandContext): Promise<void> {
  const ended = new AbortController();
  const watching = isWatched(output.json) ? showProgress(connection, ended.signal) : undefined;
  let found: Status;
  try {
    found = await connection.run(rebuildSearchIndex, {});
  } finally {
    ended.abort();
    await watching;
  }
  const built = `Built anew: ${plural(found.indexed, 'document')} in the index.`;
  output.answer(found, () => (found.problem === null ? built : `${built}\n${found.problem}`));
}

/** A bar that asks how far the building is, until it has ended. What goes wrong is for the building itself to say. */
async function showProgress(connection: Connection, signal: AbortSignal): Promise<void> {
  let progress: Progress | undefined;
  let shown = 0;
  try {
    for await (const _ of setInterval(ASK_EVERY_MS, undefined, { signal })) {
      const { progress: now } = await connection.run(readSearchStatus, {});
      if (!now) continue;
      const words = () => `${shown.toLocaleString('en')} of ${plural(now.total, 'document')}`;
      progress ??= startProgress('Indexing', now.total, false, words);
      const more = Math.max(0, now.done - shown);
      shown += more;
      progress.advance(more);
    }
  } catch {
    // Ended by the signal, or as unreachable as the building is.
  } finally {
    progress?.end();
  }
}

const STATES: Record<Status['state'], string> = {
  ready: 'The index is up to date',
  building: 'The index is being built, searches find what is in already',
  off: 'No server searches this workspace at the moment',
  unavailable: 'The index is being started again',
};

function statusLines({
  state,
  indexed,
  documents,
  saved_at,
  saved_bytes,
  problem,
  semantic,
}: Status): string[] {
  const size = saved_bytes === null ? '' : `, ${megabytes(saved_bytes)}`;
  return [
    `${STATES[state]}: ${indexed.toLocaleString('en')} of ${plural(documents, 'document')} in it.`,
    saved_at === null ? 'Not saved yet.' : `Saved ${shortTime(saved_at)}${size}.`,
    ...(problem === null ? [] : [problem]),
    ...(state === 'off' ? [] : semanticLines(semantic)),
  ];
}

function semanticLines({
  state,
  model,
  embedded,
  documents,
  problem,
  retry_at,
}: Status['semantic']): string[] {
  if (state === 'off') return ['Search by meaning is off.'];
  const progress = `${embedded.toLocaleString('en')} of ${plural(documents, 'document')}`;
  const retry = retry_at === null ? '' : ` Tried again ${shortTime(retry_at)}.`;
  return [
    `Search by meaning (${model ?? 'no model'}): ${progress}.`,
    ...(problem === null ? [] : [`${problem}${retry}`]),
  ];
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

async function check({ connection, output }: CommandContext, { data }: { data?: string }): Promise<void> {
  const found = await connection.run(checkSearchIndex, {});
  output.answer(found, () => checkLines(found).join('\n'));
  if (!isWrong(found)) return;
  throw conflict('The search index does not fit the documents.', {
    hint: `Build it anew: ${COMMAND} index rebuild${inSameFolder(data)}`,
  });
}

/** While a server runs the index follows each change at once; without one it is brought up to date at the next start. */
function isWrong({ state, missing, stale, surplus, file_is_whole }: Check): boolean {
  const differs = stale.length + surplus.length > 0 || (state === 'ready' && missing.length > 0);
  return file_is_whole === false || (state !== 'off' && differs);
}

function checkLines(found: Check): string[] {
  const { state, documents, indexed, missing, stale, surplus, file_is_whole, problem } = found;
  const differs = missing.length + stale.length + surplus.length > 0;
  return [
    `${indexed.toLocaleString('en')} of ${plural(documents, 'document')} in the index.`,
    ...listed('not in it', missing),
    ...listed('in it in another state', stale),
    ...listed('in it, but gone', surplus),
    FILE_WORDS[`${file_is_whole}`],
    ...(differs && state === 'off' ? ['The next start of the server brings the index up to date.'] : []),
    ...(differs && state === 'building' ? ['The index is still being built.'] : []),
    ...(problem === null ? [] : [problem]),
    ...(differs || file_is_whole === false || problem !== null ? [] : ['Nothing is wrong with it.']),
  ];
}

const listed = (words: string, ids: readonly string[]): string[] =>
  ids.length === 0 ? [] : [`${words}: ${ids.join(', ')}`];

const FILE_WORDS: Record<`${boolean | null}`, string> = {
  true: 'The saved file is whole.',
  false: 'The saved file is damaged or not ours; a start builds it anew.',
  null: 'There is no saved file yet; a start makes one.',
};
