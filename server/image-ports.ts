import type { Attachment } from './domain/attachment.ts';
import type { CheckedImage } from './domain/image.ts';
import type { ImageType } from './domain/image-type.ts';

export interface CheckOptions {
  /** The media type that the picture came with, if it came with one. */
  declaredType?: string | undefined;
  /** Largest file, in bytes. */
  maxBytes: number;
}

/** Looks at every picture before it is kept, whatever way it comes (security U3, U4). */
export interface ImageChecker {
  /**
   * Takes the bytes over: they are not to be used afterwards.
   *
   * @throws {AppError} unsupported_media_type, payload_too_large, bad_request for a damaged picture, unavailable
   */
  check(bytes: Uint8Array, options: CheckOptions): Promise<CheckedImage>;
  close(): Promise<void>;
}

/** Which bytes an attachment has; however many attachments have the same, they are stored once. */
export type AttachmentContent = Pick<Attachment, 'sha256' | 'type'>;

/** The bytes of attachments (design, "Storage"). What no attachment names is litter and goes with the next sweep. */
export interface AttachmentFiles {
  /**
   * Stores bytes, unless they are stored already. Durable when it resolves; from then on they stay for an hour at
   * least, because the attachment that names them is on its way to be committed.
   *
   * @throws {AppError} storage_full, unavailable
   */
  put(bytes: Uint8Array, type: ImageType): Promise<AttachmentContent>;
  /**
   * The bytes from `start` on, in pieces of moderate size. Nothing is opened before the first piece is asked for, and
   * all is closed when the last was, or when the caller stops asking.
   *
   * @throws {AppError} unavailable when they are lost
   */
  read(content: AttachmentContent, range: { start: number; length: number }): AsyncGenerator<Uint8Array>;
  /** Removes what `isNamed` does not know; answers how many files that were. */
  sweep(isNamed: (sha256: string) => boolean): Promise<number>;
  /** Until the answer is called nothing is swept: somebody copies the files. */
  hold(): () => void;
}
