import { DIAGNOSTIC_STREAM_PATH } from '../../doctor-ports.ts';
import { AppError } from '../../errors.ts';
import type { Services } from '../../operations/define.ts';
import type { HttpHandler } from './app.ts';
import { openEventStream } from './event-stream.ts';
import { headerValues, type HttpContext } from './request-context.ts';
import type { Router } from './router.ts';

/**
 * An answer in two parts for the doctor, who has to see the first before the second is sent: what holds answers back
 * on the way shows. It is there for the doctor's own calls only, while a run goes on.
 */
export function mountDiagnosticStream(router: Router<HttpHandler>, services: Services): void {
  const { probes } = services.doctor;
  router.add('POST', DIAGNOSTIC_STREAM_PATH, async (ctx) => {
    const key = keyOf(ctx);
    if (probes.ownerOf(key) === undefined) throw new AppError('not_found', 'There is nothing at this path.');
    const stream = openEventStream(ctx, 'event: first\ndata: {}\n\n');
    const isSeen = await probes.untilReleased(key);
    stream.end(`event: last\ndata: {"seen":${isSeen}}\n\n`);
  });
}

function keyOf(ctx: HttpContext): string {
  const [header = ''] = headerValues(ctx.req, 'authorization');
  return header.replace(/^Bearer +/i, '');
}
