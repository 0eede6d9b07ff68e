import type { Attachment } from '../domain/attachment.ts';
import { hashOfFile } from './content-hash.ts';
import { describeProblem, type DamageLog } from './damage-log.ts';
import { listIfPresent, type FileSystem } from './file-system.ts';
import { attachmentName, type Layout } from './layout.ts';
import type { Memory } from './memory.ts';
import { trusted } from './trusted.ts';

interface Context {
  fileSystem: FileSystem;
  layout: Layout;
  memory: Memory;
  damage: DamageLog;
}

/**
 * Reports attachments whose bytes are not there: bytes are durable before the attachment is, so they were lost since.
 * With `acceptLoss` such attachments go, and the next start is whole again. One listing, whatever their number.
 */
export async function findLostAttachments(context: Context, acceptLoss: boolean): Promise<void> {
  const { fileSystem, layout, memory, damage } = context;
  if (memory.map('attachments').size === 0) return;
  const present = new Set(
    (await listIfPresent(fileSystem, layout.folders.attachments)).map(({ name }) => name),
  );
  for (const attachment of attachmentsIn(memory)) {
    if (present.has(attachmentName(attachment))) continue;
    damage.report(layout.attachment(attachment), {
      problem: 'the file is missing',
      action: acceptLoss
        ? 'the attachments that it belonged to were removed'
        : 'the picture could not be recovered',
      lost: true,
    });
    if (acceptLoss) memory.map('attachments').delete(attachment.id);
  }
}

/** Reads every content that an attachment names, each once, against its hash; answers how many were read. */
export async function verifyAttachments(context: Context, signal: AbortSignal | undefined): Promise<number> {
  const { fileSystem, layout, memory, damage } = context;
  const contents = new Map(
    attachmentsIn(memory).map((attachment) => [layout.attachment(attachment), attachment]),
  );
  for (const [path, attachment] of contents) {
    signal?.throwIfAborted();
    const problem = await problemOf(fileSystem, path, attachment);
    // Whatever was deleted meanwhile is not missed.
    if (problem === undefined || !memory.map('attachments').has(attachment.id)) continue;
    const action = 'the picture could not be recovered; sending the same one again mends it';
    damage.report(path, { problem, action, lost: true });
  }
  return contents.size;
}

async function problemOf(
  fileSystem: FileSystem,
  path: string,
  { sha256 }: Attachment,
): Promise<string | undefined> {
  try {
    return (await hashOfFile(fileSystem, path)) === sha256 ? undefined : 'it is not what was stored';
  } catch (error) {
    return describeProblem(error);
  }
}

function attachmentsIn(memory: Memory): Attachment[] {
  return trusted<Attachment[]>([...memory.map('attachments').values()]);
}
