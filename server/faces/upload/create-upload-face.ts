import type { UploadLink } from '../../domain/upload-link.ts';
import { AppError } from '../../errors.ts';
import { findUploadLink } from '../../identity/upload-link.ts';
import type { Actor, Services } from '../../operations/define.ts';
import { perform } from '../../operations/perform.ts';
import { describeUploadLink } from '../../operations/upload-links/describe.ts';
import { momentOf } from '../../operations/upload-links/lifetime.ts';
import { linkIsOver } from '../../operations/upload-links/load.ts';
import { sendOnUploadLink } from '../../operations/upload-links/send.ts';
import { allowBodyTime } from '../http/body-time.ts';
import { readImageBody, type SentImage } from '../http/image-body.ts';
import { answerJson } from '../http/json-answer.ts';
import type { HttpLimits } from '../http/limits.ts';
import { addressKey, headerValues, type HttpContext } from '../http/request-context.ts';
import { createSlidingWindow, rateLimited } from '../http/sliding-window.ts';
import { answerPage } from '../pages/answer-page.ts';
import { withErrorPage } from '../pages/error-page.ts';
import {
  renderClosedLink,
  renderOpenLink,
  renderUploaded,
  type OpenLinkView,
  type UploadedView,
} from './pages.ts';
import { createRepeats } from './repeats.ts';
import { createSlots } from './slots.ts';

export interface UploadFace {
  /** Shows the page; looking never spends a link (security U5). */
  show(ctx: HttpContext, token: string): Promise<void>;
  /** Takes a picture: from the page's script as the body itself, from the plain form as its file. */
  receive(ctx: HttpContext, token: string): Promise<void>;
}

export interface UploadFaceOptions {
  services: Services;
  limits: Pick<HttpLimits, 'uploadRequestsPerMinute' | 'uploadTimeoutMs'>;
}

/** Security R2: pictures that are in memory at a time, and of those how many of one link. */
const SLOTS = { total: 10, perKey: 4 };
const ANSWERS_REMEMBERED = 1_000;
/** With the same value again, the page's script asks what became of a picture whose answer got lost. */
const UPLOAD_ID_HEADER = 'x-upload-id';
const UPLOAD_ID = /^[0-9a-f]{32}$/;

export function createUploadFace({ services, limits }: UploadFaceOptions): UploadFace {
  const requests = createSlidingWindow({ limit: limits.uploadRequestsPerMinute, clock: services.clock });
  const takeSlot = createSlots(SLOTS);
  const repeats = createRepeats<UploadedView>(ANSWERS_REMEMBERED);

  function limit({ state }: HttpContext): void {
    const window = requests.take(addressKey(state.ip));
    if (!window.isAllowed) throw rateLimited(window, 'requests for upload pages');
  }

  /** @throws {AppError} gone, when the link takes nothing */
  async function describe(actor: Actor): Promise<OpenLinkView> {
    return perform(services, describeUploadLink, actor, {}).catch(asClosed);
  }

  async function accept(ctx: HttpContext, link: UploadLink, actor: Actor): Promise<UploadedView> {
    const key = repeatKey(ctx, link);
    const earlier = repeats.find(key);
    if (earlier) return earlier;
    try {
      const uploaded = await acceptOnce(ctx, link, actor);
      repeats.remember(key, uploaded);
      return uploaded;
    } catch (error) {
      // The first attempt may have been under way still when this one began.
      const meanwhile = repeats.find(key);
      if (meanwhile) return meanwhile;
      throw error;
    }
  }

  async function acceptOnce(ctx: HttpContext, link: UploadLink, actor: Actor): Promise<UploadedView> {
    // Of a link that takes nothing no byte is read, neither at once nor after a wait.
    await describe(actor);
    const giveBack = await takeSlot(link.id);
    try {
      const { limit_bytes: most } = await describe(actor);
      allowBodyTime(ctx.req, limits.uploadTimeoutMs);
      return await send(actor, await readOrNull(ctx, most));
    } finally {
      giveBack();
    }
  }

  /** @param image null when it was larger than the limit */
  async function send(actor: Actor, image: SentImage | null): Promise<UploadedView> {
    const input = {
      bytes: image?.bytes ?? null,
      arrived: momentOf(services.clock),
      ...(image?.declaredType !== undefined && { declared_type: image.declaredType }),
      ...(image?.name !== undefined && { name: image.name.slice(0, 1000) }),
    };
    const result = await perform(services, sendOnUploadLink, actor, input).catch(asClosed);
    if (result.accepted) return result;
    throw withAttemptsLeft(result.refusal, result.attempts_left);
  }

  return {
    show: (ctx, token) =>
      onPage(ctx, services, async () => {
        limit(ctx);
        const link = findUploadLink(services, token);
        answerPage(ctx, renderOpenLink(await describe(actorOf(ctx, link))));
      }),
    async receive(ctx, token) {
      if (isForm(ctx)) return onPage(ctx, services, () => receiveForm(ctx, token));
      limit(ctx);
      const link = findUploadLink(services, token);
      const { document_title, space_name, message } = await accept(ctx, link, actorOf(ctx, link));
      await answerJson(ctx, { document_title, space_name, message });
    },
  };

  async function receiveForm(ctx: HttpContext, token: string): Promise<void> {
    limit(ctx);
    const link = findUploadLink(services, token);
    const actor = actorOf(ctx, link);
    try {
      answerPage(ctx, renderUploaded(await accept(ctx, link, actor)));
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500 || error.code === 'gone') throw error;
      answerPage(ctx, renderOpenLink(await describe(actor), error), error.status);
    }
  }
}

/** Whoever opens the link acts as the person who minted it. */
function actorOf({ state }: HttpContext, link: UploadLink): Actor {
  return {
    user_id: link.user_id,
    credential: { kind: 'upload_link', id: link.id },
    scopes: ['read', 'write'],
    via: 'upload',
    client: link.client,
    request_id: state.requestId,
    ip: state.ip,
    base_url: state.baseUrl,
  };
}

/** Whose account, app or token is gone has withdrawn the link as well. */
function asClosed(error: unknown): never {
  throw error instanceof AppError && (error.status === 401 || error.status === 403)
    ? linkIsOver('revoked')
    : error;
}

async function readOrNull(ctx: HttpContext, limitBytes: number): Promise<SentImage | null> {
  try {
    return await readImageBody(ctx.req, limitBytes);
  } catch (error) {
    if (error instanceof AppError && error.code === 'payload_too_large') return null;
    throw error;
  }
}

function withAttemptsLeft({ code, message, hint, details }: AppError, attemptsLeft: number): AppError {
  return new AppError(code, message, {
    ...(hint !== undefined && { hint }),
    details: { ...details, attempts_left: attemptsLeft },
  });
}

function repeatKey(ctx: HttpContext, link: UploadLink): string | undefined {
  const [id = ''] = headerValues(ctx.req, UPLOAD_ID_HEADER);
  return UPLOAD_ID.test(id) ? `${link.id} ${id}` : undefined;
}

const isForm = ({ req }: HttpContext) => /^multipart\//i.test(req.headers['content-type'] ?? '');

/** A link that is over has a page of its own; everything else that goes wrong has the usual one. */
function onPage(ctx: HttpContext, { log }: Services, answer: () => Promise<void>): Promise<void> {
  return withErrorPage(ctx, log, async () => {
    try {
      await answer();
    } catch (error) {
      const isClosed = error instanceof AppError && (error.code === 'gone' || error.code === 'not_found');
      if (!isClosed) throw error;
      answerPage(ctx, renderClosedLink(error), error.status);
    }
  });
}
