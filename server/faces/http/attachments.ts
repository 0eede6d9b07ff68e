import { IMAGE_EXTENSION } from '../../domain/image.ts';
import { badRequest } from '../../errors.ts';
import type { AttachmentView } from '../../operations/attachments/view.ts';
import type { Actor, Services } from '../../operations/define.ts';
import { perform } from '../../operations/perform.ts';
import { isUnchanged } from '../rest/entity-tag.ts';
import type { HttpHandler } from './app.ts';
import { parseRange } from './byte-range.ts';
import { errorBody } from './error-answer.ts';
import { answerJson } from './json-answer.ts';
import { addHeaders, type HttpContext } from './request-context.ts';
import type { Router } from './router.ts';
import { answerHead, answerStream } from './stream-answer.ts';

export interface AttachmentsOptions {
  services: Services;
  /** Who asks. @throws {AppError} unauthorized, rate_limited */
  identify: (ctx: HttpContext) => Actor;
}

/**
 * Adds the addresses of images to a listener's router: `/attachments/<id>/<name>`, of which only the id counts. The
 * right to read is looked up for every request, so that what was hidden or trashed is gone at once (security A4, U8).
 */
export function mountAttachments(router: Router<HttpHandler>, options: AttachmentsOptions): void {
  const answer: HttpHandler = (ctx, { params }) => answerImage(ctx, options, params['id'] ?? '');
  router.add('GET', '/attachments/:id', answer);
  router.add('GET', '/attachments/:id/:name', answer);
}

async function answerImage(
  ctx: HttpContext,
  { services, identify }: AttachmentsOptions,
  id: string,
): Promise<void> {
  const { readAttachment } = await import('../../operations/attachments/read.ts');
  const attachment = await perform(services, readAttachment, identify(ctx), { id });
  const tag = tagOf(attachment);
  const headers = attachmentHeaders(attachment);
  if (isUnchanged(ctx.get('If-None-Match') || undefined, tag)) return answerHead(ctx, 304, headers);
  const { size } = attachment;
  if (ctx.method === 'HEAD') return answerHead(ctx, 200, { ...headers, 'Content-Length': String(size) });
  const range = wantedRange(ctx, tag, size);
  if (range === 'unsatisfiable') return refuseRange(ctx, size);
  const { start, length } = range ?? { start: 0, length: size };
  const pieces = services.attachmentFiles.read(attachment, { start, length });
  await answerStream(
    ctx,
    range ? 206 : 200,
    {
      ...headers,
      'Content-Length': String(length),
      ...(range && { 'Content-Range': `bytes ${start}-${start + length - 1}/${size}` }),
    },
    pieces,
  );
}

/** The media type, and whatever else speaks for the image, does not speak for the refusal (RFC 9110, section 15.5.17). */
function refuseRange(ctx: HttpContext, size: number): Promise<void> {
  const refusal = badRequest('The image does not have this range.', {
    hint: 'Ask for bytes below its size, or for the whole of it without Range.',
    details: { size },
  });
  addHeaders(ctx, { 'Content-Range': `bytes */${size}`, 'Accept-Ranges': 'bytes' });
  return answerJson(ctx, { ...errorBody(refusal), status: 416 }, 416);
}

/**
 * An image runs nothing, is nothing else and stays with whoever may see it, whatever is in it (security U8). Kept by
 * the reader's own browser, which asks each time whether it may still show it.
 */
export function attachmentHeaders(
  attachment: Pick<AttachmentView, 'id' | 'type' | 'sha256'>,
): Record<string, string> {
  const { id, type } = attachment;
  return {
    'Content-Type': type,
    'Content-Disposition': `inline; filename="${id}.${IMAGE_EXTENSION[type]}"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-cache',
    Vary: 'Authorization, Cookie',
    ETag: tagOf(attachment),
    'Accept-Ranges': 'bytes',
  };
}

function tagOf({ sha256 }: Pick<AttachmentView, 'sha256'>): string {
  return `"${sha256}"`;
}

/** A range of another content than the caller has the beginning of is of no use to it (`If-Range`). */
function wantedRange(ctx: HttpContext, tag: string, size: number) {
  const condition = ctx.get('If-Range');
  if (condition !== '' && condition !== tag) return undefined;
  return parseRange(ctx.get('Range') || undefined, size);
}
