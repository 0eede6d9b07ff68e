import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf } from '../../../server/faces/app/contract.ts';
import { MOST_PIECE_BYTES } from '../../../server/domain/markdown-files/piece.ts';
import { useClient, type Client } from '../../client/client.tsx';
import { readAgain } from '../../client/read-again.ts';
import { CallFailed } from '../../client/transport.ts';
import { bytesOf, type Chosen } from './chosen-files.ts';

/** Files that are named in one call. */
const NAMED_AT_ONCE = 400;

export type ImportChoices = Pick<InputOf<'markdown_files.receive'>, 'space' | 'publish' | 'existing'>;

/** Sends chosen files for an import. How far it is, and what came of it, stands in its job. */
export function useSendFiles() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ chosen, choices }: { chosen: Chosen; choices: ImportChoices }) =>
      sendFiles(client, chosen, choices),
    onSettled: () => readAgain(queries),
  });
}

/** Rejects with what was refused; an import that ended meanwhile, e.g. cancelled, says so in its job. */
export async function sendFiles(
  client: Pick<Client, 'call' | 'send'>,
  chosen: Chosen,
  choices: ImportChoices,
): Promise<void> {
  const files = [
    ...chosen.sent.map(({ path, file }) => ({ path, size: file.size })),
    ...chosen.named.map((path) => ({ path, size: null })),
  ];
  const { id } = await client.call('markdown_files.receive', {
    ...choices,
    name: chosen.name,
    files: files.length,
    bytes: bytesOf(chosen),
  });
  try {
    for (let at = 0; at < files.length; at += NAMED_AT_ONCE)
      await client.call('markdown_files.announce', {
        job_id: id,
        files: files.slice(at, at + NAMED_AT_ONCE),
      });
    // Nothing of it is in memory: a piece is read when it is its turn.
    const all = new Blob(chosen.sent.map(({ file }) => file));
    for (let at = 0; at < all.size; at += MOST_PIECE_BYTES)
      await client.send(id, at, await readPiece(all.slice(at, at + MOST_PIECE_BYTES)));
  } catch (error) {
    if (error instanceof CallFailed && error.error.code === 'gone') return;
    // It would wait for what does not come any more; where the server is gone, it does not wait either.
    await client.call('markdown_files.cancel', { job_id: id }).catch(() => undefined);
    throw error;
  }
}

async function readPiece(piece: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await piece.arrayBuffer());
  } catch {
    throw new Error('One of the files has changed since you chose it, or cannot be read. Choose them again.');
  }
}
