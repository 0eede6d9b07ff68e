import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Client } from '../../client/client.tsx';
import { CallFailed } from '../../client/transport.ts';
import { sortChosen } from './chosen-files.ts';
import { sendFiles } from './send-files.ts';

const CHOICES = { space: 'notes', publish: false, existing: 'refuse' } as const;
const MEGABYTE = 1024 * 1024;

/** A server that takes everything, or refuses one kind of call. */
function server(refusal?: { operation: string; code: string }) {
  const calls: [operation: string, input: object][] = [];
  const sent: [at: number, length: number][] = [];
  const refuse = (operation: string): void => {
    if (refusal?.operation !== operation) return;
    throw new CallFailed({ code: refusal.code, message: 'No.', status: 400, hint: null, details: {} });
  };
  const client = {
    call: async (operation: string, input: object) => {
      calls.push([operation, input]);
      refuse(operation);
      return { id: 'job' };
    },
    send: async (_id: string, at: number, data: Uint8Array) => {
      refuse('markdown_files.send');
      sent.push([at, data.length]);
      return { received: at + data.length };
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as much of a client as is called here
  return { client: client as unknown as Pick<Client, 'call' | 'send'>, calls, sent };
}

const chosen = () =>
  sortChosen([
    { path: 'v/a.md', file: new Blob([new Uint8Array(3 * MEGABYTE)]) },
    { path: 'v/b.md', file: new Blob([new Uint8Array(6 * MEGABYTE)]) },
    { path: 'v/c.pdf', file: new Blob(['x']) },
  ]);

describe('files that are sent for an import', () => {
  it('are announced, then sent one behind the other in pieces of at most 4 MB', async () => {
    const { client, calls, sent } = server();
    await sendFiles(client, chosen(), CHOICES);
    expect(calls).toEqual([
      ['markdown_files.receive', { ...CHOICES, name: 'v', files: 3, bytes: 9 * MEGABYTE }],
      [
        'markdown_files.announce',
        {
          job_id: 'job',
          files: [
            { path: 'v/a.md', size: 3 * MEGABYTE },
            { path: 'v/b.md', size: 6 * MEGABYTE },
            { path: 'v/c.pdf', size: null },
          ],
        },
      ],
    ]);
    expect(sent).toEqual([
      [0, 4 * MEGABYTE],
      [4 * MEGABYTE, 4 * MEGABYTE],
      [8 * MEGABYTE, MEGABYTE],
    ]);
  });

  it('many of them are announced in several calls', async () => {
    const { client, calls } = server();
    const many = Array.from({ length: 900 }, (_, at) => ({ path: `v/${at}.md`, file: new Blob(['a']) }));
    await sendFiles(client, sortChosen(many), CHOICES);
    const lengths = calls.flatMap(([, input]) =>
      'files' in input && Array.isArray(input.files) ? [input.files.length] : [],
    );
    expect(lengths).toEqual([400, 400, 100]);
  });

  it('given a refusal, are cancelled, and the refusal is said', async () => {
    const { client, calls } = server({ operation: 'markdown_files.announce', code: 'bad_request' });
    await expect(sendFiles(client, chosen(), CHOICES)).rejects.toThrow('No.');
    expect(calls.at(-1)).toEqual(['markdown_files.cancel', { job_id: 'job' }]);
  });

  it('given that the import has ended meanwhile, are no more, and its job says why', async () => {
    const { client, calls } = server({ operation: 'markdown_files.send', code: 'gone' });
    await sendFiles(client, chosen(), CHOICES);
    expect(calls.map(([operation]) => operation)).not.toContain('markdown_files.cancel');
  });

  it('given that one cannot be read any more, are cancelled, and it is said what to do', async () => {
    const { client, calls } = server();
    const reading = vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new Error('NotReadableError'));
    onTestFinished(() => reading.mockRestore());
    await expect(sendFiles(client, chosen(), CHOICES)).rejects.toThrow('Choose them again.');
    expect(calls.at(-1)).toEqual(['markdown_files.cancel', { job_id: 'job' }]);
  });
});
