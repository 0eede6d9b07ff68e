import type { RemovedPart } from '../../domain/image.ts';
import type { AttachmentContent } from '../../image-ports.ts';
import type { OperationContext } from '../define.ts';
import { checkRoom } from './quota.ts';

/** A picture that was checked and whose bytes are durable. No record names it yet. */
export interface KeptImage extends AttachmentContent {
  /** Bytes. */
  size: number;
  width: number;
  height: number;
  removed: RemovedPart[];
}

/** A picture as it came. */
export interface IncomingImage {
  /** They are taken over. */
  bytes: Uint8Array;
  declaredType?: string | undefined;
}

const MEGABYTE = 1024 * 1024;

/** Largest picture that the workspace takes, in bytes. */
export function mostImageBytes({ settings }: Pick<OperationContext, 'settings'>): number {
  return settings.attachment_limit_mb * MEGABYTE;
}

const kept = new WeakMap<object, Promise<KeptImage>>();

/**
 * Checks a picture and stores its bytes, once for each call: an operation that runs again because another commit came
 * first finds it done. Ask for rights before, because `obtain` may fetch from another server.
 *
 * @param input the operation's input, the same object in every attempt
 */
export function keepImage(
  context: OperationContext,
  input: object,
  obtain: () => Promise<IncomingImage>,
): Promise<KeptImage> {
  const known = kept.get(input);
  if (known) return known;
  const keeping = checkAndPut(context, obtain);
  kept.set(input, keeping);
  return keeping;
}

async function checkAndPut(
  context: OperationContext,
  obtain: () => Promise<IncomingImage>,
): Promise<KeptImage> {
  const { images, attachmentFiles } = context.services;
  checkRoom(context, 1);
  const { bytes, declaredType } = await obtain();
  const image = await images.check(bytes, { declaredType, maxBytes: mostImageBytes(context) });
  checkRoom(context, image.bytes.length);
  const content = await attachmentFiles.put(image.bytes, image.type);
  const { width, height, removed } = image;
  return { ...content, size: image.bytes.length, width, height, removed };
}
