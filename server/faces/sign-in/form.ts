import { badRequest, forbidden } from '../../errors.ts';
import { readBytes } from '../http/body.ts';
import type { HttpContext } from '../http/request-context.ts';
import { FORM_TOKEN } from '../pages/form-token.ts';

/** The largest form that a page of ours sends, in bytes. */
const FORM_BYTES = 16 * 1024;
const FORM_TYPE = /^application\/x-www-form-urlencoded(?:\s*;\s*charset="?utf-8"?)?\s*$/i;

/** A form's fields, each sent once. */
export interface Form {
  /** `''` for a field that was not sent. */
  text(name: string): string;
}

/**
 * Reads a form of our own pages.
 *
 * @throws {AppError} forbidden unless it comes from a page of this very host (security P5); bad_request
 */
export async function readForm(ctx: HttpContext): Promise<{ token: string; form: Form }> {
  checkSameOrigin(ctx);
  if (
    !FORM_TYPE.test(ctx.req.headers['content-type'] ?? '') ||
    ctx.req.headers['content-encoding'] !== undefined
  )
    throw foreignForm();
  const fields = new Map<string, string>();
  const sent = new URLSearchParams((await readBytes(ctx.req, FORM_BYTES)).toString('utf8'));
  for (const [name, value] of sent) {
    if (fields.has(name)) throw badRequest('The form holds a field twice.');
    fields.set(name, value);
  }
  return {
    token: fields.get(FORM_TOKEN) ?? '',
    form: { text: (name) => fields.get(name) ?? '' },
  };
}

/**
 * What browsers say of where a form comes from; both headers are theirs alone to set. A program that is no browser
 * sends neither, and brings nobody's cookies by accident either.
 */
function checkSameOrigin({ req, state }: HttpContext): void {
  const { origin, host, 'sec-fetch-site': site } = req.headers;
  if (site !== undefined && site !== 'same-origin') throw foreignForm();
  if (origin === undefined) return;
  const isOurs = origin === state.baseUrl || origin === `http://${host}` || origin === `https://${host}`;
  if (!isOurs) throw foreignForm();
}

const foreignForm = () =>
  forbidden('This form was not sent from a page of this site.', {
    hint: 'Open the page here, in this browser, and send it again.',
  });
