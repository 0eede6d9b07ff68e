import { AppError } from '../../errors.ts';
import { deskActor } from '../../identity/desk-actor.ts';
import type { Actor, Services } from '../../operations/define.ts';
import { perform } from '../../operations/perform.ts';
import { attachmentHeaders } from '../http/attachments.ts';
import type { CallAnswer } from './contract.ts';
import { asAnswer, call } from './dispatch.ts';
import { fetchDownload } from './download.ts';
import type { LiveEvents } from './events.ts';

/** The window's way in: the person at the machine, without a listener, a cookie or an address (design §3). */
export interface DeskFace {
  /** Runs one call of the app. A refusal is an answer; it never rejects. */
  call(name: string, input: unknown): Promise<CallAnswer<unknown>>;
  /** Calls back with the name and data of each live event; returns how to stop. */
  listen(hear: (name: string, data: unknown) => void): () => void;
  /** The answer to the window's request for a picture, by the attachment's id. */
  attachment(id: string): Promise<Response>;
  /** The answer to the window's request for an archive that it has begun, by the job's id. */
  download(id: string): Promise<Response>;
}

export interface DeskFaceOptions {
  services: Services;
  events: LiveEvents;
  /** Where others reach the workspace at the moment: the start of every address that the app hands out. */
  publicUrl: () => string;
}

/** Every call acts as the workspace's owner, as it stands at that moment (security A7). */
export function createDeskFace({ services, events, publicUrl }: DeskFaceOptions): DeskFace {
  const actor = (): Actor => ({ ...deskActor(services, undefined, publicUrl()), via: 'app' });

  return {
    call: (name, input) =>
      asAnswer(services.log, async () => call(services, actor(), name, input), { operation: name }),
    listen(hear) {
      const owner = actor().user_id;
      return owner === null ? () => undefined : events.listen(owner, hear);
    },
    async attachment(id) {
      try {
        const { readAttachment } = await import('../../operations/attachments/read.ts');
        const attachment = await perform(services, readAttachment, actor(), { id });
        const { size } = attachment;
        const pieces = services.attachmentFiles.read(attachment, { start: 0, length: size });
        const headers = attachmentHeaders(attachment);
        return new Response(ReadableStream.from(pieces), {
          headers: { ...headers, 'Content-Length': String(size) },
        });
      } catch (error) {
        return failure(error, 'a picture could not be read');
      }
    },
    async download(id) {
      try {
        const { headers, content } = await fetchDownload(services, actor(), id);
        return new Response(content, { headers });
      } catch (error) {
        return failure(error, 'an archive could not be handed over');
      }
    },
  };

  /** What asked is no script of ours: the status is all that it understands. */
  function failure(error: unknown, what: string): Response {
    if (!(error instanceof AppError)) services.log.error({ err: error }, what);
    return new Response(null, { status: error instanceof AppError ? error.status : 500 });
  }
}
