import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { createByteCollector } from '../../byte-collector.ts';
import { AppError, badRequest } from '../../errors.ts';
import { discardRest, letBodyCome } from './body.ts';

/** A picture as somebody sent it: nothing about it is checked but its size. */
export interface SentImage {
  bytes: Buffer;
  /** The media type that it was sent as; absent when the sender did not know. */
  declaredType?: string;
  /** File name as the sender calls it; absent when it has none. */
  name?: string;
}

const MULTIPART = /^multipart\/form-data\s*;/i;
const RAW = /^(?:image\/[\w.+-]+|application\/octet-stream)\s*(?:;|$)/i;
const UNKNOWN_TYPE = 'application/octet-stream';
const MEGABYTE = 1024 * 1024;
/** Name of a raw body's file, percent-encoded. */
const NAME_HEADER = 'x-file-name';
/** One file, and a few small fields that a form may add; more is not a form of ours (security U2). */
const FORM_LIMITS = { files: 1, fields: 4, parts: 5, headerPairs: 20, fieldSize: 4096, fieldNameSize: 100 };

/**
 * Reads one picture from a request: as the body itself, or as the file of a form. Counted while it streams in, whatever
 * the head says (security U1).
 *
 * @throws {AppError} payload_too_large, unsupported_media_type, bad_request
 */
export async function readImageBody(req: IncomingMessage, limitBytes: number): Promise<SentImage> {
  if (req.headers['content-encoding'] !== undefined) {
    throw new AppError('unsupported_media_type', 'Compressed request bodies are not accepted.', {
      hint: 'Send the picture without Content-Encoding.',
    });
  }
  const type = req.headers['content-type'] ?? '';
  if (MULTIPART.test(type)) return readForm(req, limitBytes);
  if (RAW.test(type)) return readRaw(req, type, limitBytes);
  throw new AppError('unsupported_media_type', 'The request must bring a picture.', {
    hint: 'Send the file as the body, with its type such as `Content-Type: image/png`, or as the file of a form.',
  });
}

async function readRaw(req: IncomingMessage, type: string, limitBytes: number): Promise<SentImage> {
  const bytes = await readWhole(req, limitBytes);
  const header = req.headers[NAME_HEADER];
  return sentImage(bytes, type, typeof header === 'string' ? decoded(header) : undefined);
}

/** The body in one buffer as long as was announced: a picture is in memory once until it is checked. */
function readWhole(req: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const announced = Number(req.headers['content-length'] ?? 0);
  if (announced > limitBytes) return Promise.reject(tooLarge(limitBytes));
  const collector = createByteCollector(limitBytes, announced);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const take = (piece: Buffer) => {
    if (collector.add(piece)) return;
    req.off('data', take);
    discardRest(req);
    reject(tooLarge(limitBytes));
  };
  req.on('data', take);
  req.on('end', () => resolve(collector.bytes()));
  rejectWhenCutOff(req, reject);
  letBodyCome(req);
  return promise;
}

function rejectWhenCutOff(req: IncomingMessage, reject: (error: AppError) => void): void {
  const cutOff = () => reject(badRequest('The request body was cut off.'));
  req.on('error', cutOff);
  req.on('close', () => {
    if (!req.complete) cutOff();
  });
}

function sentImage(bytes: Buffer, type: string, name: string | undefined): SentImage {
  const media = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return {
    bytes,
    ...(media !== '' && media !== UNKNOWN_TYPE && { declaredType: media }),
    ...(name !== undefined && name !== '' && { name }),
  };
}

function decoded(header: string): string | undefined {
  try {
    return decodeURIComponent(header);
  } catch {
    return undefined;
  }
}

function readForm(req: IncomingMessage, limitBytes: number): Promise<SentImage> {
  const parser = formParser(req);
  const { promise, resolve, reject } = Promise.withResolvers<SentImage>();
  let image: SentImage | undefined;
  const fail = (error: AppError) => {
    reject(error);
    req.unpipe(parser);
    discardRest(req);
  };
  parser.on('file', (_field, file, { filename, mimeType }) => {
    collect(file, limitBytes, fail, (bytes) => {
      if (filename !== undefined || bytes.length > 0) image = sentImage(bytes, mimeType, filename);
    });
  });
  parser.on('filesLimit', () => fail(moreThanOne()));
  parser.on('partsLimit', () => fail(moreThanOne()));
  parser.on('error', (cause) => fail(badRequest('The form is malformed.', { cause })));
  parser.on('close', () => {
    if (image && image.bytes.length > 0) resolve(image);
    else fail(badRequest('No picture was chosen.', { hint: 'Choose a picture, then send it.' }));
  });
  rejectWhenCutOff(req, fail);
  letBodyCome(req);
  req.pipe(parser);
  return promise;
}

function formParser({ headers }: IncomingMessage): busboy.Busboy {
  try {
    return busboy({ headers, limits: FORM_LIMITS, defParamCharset: 'utf8' });
  } catch (cause) {
    throw badRequest('The form is malformed.', { cause });
  }
}

function collect(
  file: Readable,
  limitBytes: number,
  fail: (error: AppError) => void,
  done: (bytes: Buffer) => void,
): void {
  const collector = createByteCollector(limitBytes);
  let isTooLarge = false;
  file.on('data', (piece: Buffer) => {
    if (isTooLarge || collector.add(piece)) return;
    isTooLarge = true;
    fail(tooLarge(limitBytes));
  });
  file.on('error', (cause) => fail(badRequest('The form is malformed.', { cause })));
  file.on('end', () => {
    if (!isTooLarge) done(collector.bytes());
  });
}

function tooLarge(limitBytes: number): AppError {
  const most = limitBytes >= MEGABYTE ? `${Math.floor(limitBytes / MEGABYTE)} MB` : `${limitBytes} bytes`;
  return new AppError('payload_too_large', `The picture is larger than ${most}.`, {
    hint: 'Send a smaller one.',
    details: { limit_bytes: limitBytes },
  });
}

const moreThanOne = () =>
  badRequest('Only one picture can be sent at a time.', { hint: 'Choose one picture.' });
