import { MOST_PIECE_BYTES } from '../../domain/markdown-files/piece.ts';
import { AppError, badRequest } from '../../errors.ts';
import { checkReach } from '../../operations/perform.ts';
import type { Services } from '../../operations/define.ts';
import { allowBodyTime } from '../http/body-time.ts';
import { readBytes } from '../http/body.ts';
import type { HttpHandler } from '../http/app.ts';
import { answerJson } from '../http/json-answer.ts';
import type { HttpLimits } from '../http/limits.ts';
import type { Router } from '../http/router.ts';
import { answerStream } from '../http/stream-answer.ts';
import { appOperation, call } from './dispatch.ts';
import { fetchDownload } from './download.ts';
import { gone, type AppDoor } from './mount.ts';

const BYTES_TYPE = /^application\/octet-stream\s*(?:;|$)/i;

/**
 * Adds what JSON cannot carry of imports and exports: the bytes of files that come, and archives that go. For the
 * listener of the person at the machine only: elsewhere there is nothing at these addresses (security E8).
 */
export function mountMarkdownFiles(
  router: Router<HttpHandler>,
  {
    services,
    door,
    limits,
  }: { services: Services; door: AppDoor; limits: Pick<HttpLimits, 'uploadTimeoutMs'> },
): void {
  router.add('POST', '/app/uploads/:id/:at', async (ctx, { params }) => {
    const actor = door.callerOf(ctx);
    checkReach(await appOperation('markdown_files.send'), actor);
    if (ctx.req.headers['content-encoding'] !== undefined || !BYTES_TYPE.test(ctx.get('Content-Type'))) {
      throw new AppError('unsupported_media_type', 'A piece of a file comes as plain bytes.', {
        hint: 'Send it with `Content-Type: application/octet-stream`.',
      });
    }
    const at = params['at'] ?? '';
    if (!/^\d{1,15}$/.test(at)) throw badRequest('at: must be a number of bytes.');
    allowBodyTime(ctx.req, limits.uploadTimeoutMs);
    const data = await readBytes(ctx.req, MOST_PIECE_BYTES);
    const input = { job_id: params['id'], at: Number(at), data };
    await answerJson(ctx, await call(services, actor, 'markdown_files.send', input, { signal: gone(ctx) }));
  });
  router.add('GET', '/app/downloads/:id', async (ctx, { params }) => {
    const actor = door.readerOf(ctx);
    // A look at the head alone would be the one time that it can be fetched.
    if (ctx.method === 'HEAD') throw new AppError('method_not_allowed', 'This path answers GET only.');
    const { headers, content } = await fetchDownload(services, actor, params['id'] ?? '');
    await answerStream(ctx, 200, headers, piecesOf(content));
  });
}

async function* piecesOf(content: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* content;
}
