import { conflict, type AppError } from '../../errors.ts';
import type { OperationContext } from '../define.ts';

const GIGABYTE = 1024 ** 3;

/** Of one person; more is a mistake or an attack (security U1). */
const MOST_FILES_OF_A_PERSON = 100_000;

/** Claimed by whoever adds an attachment, so that of two that fit only one by one the second is refused. */
const USE_KEY = 'attachment-use';

/**
 * Makes sure that an attachment fits into what the person and the workspace may have, in the commit that adds it
 * (security U1: "per-user quota and file count"). It counts for whoever added it until it is deleted for ever.
 *
 * @param bytes of the picture
 * @throws {AppError} conflict
 */
export function takeRoom(context: OperationContext, bytes: number): void {
  context.tx.claim(USE_KEY);
  checkRoom(context, bytes);
}

/**
 * The same without the promise that it stays so: before a picture is fetched, checked and stored for nothing.
 *
 * @throws {AppError} conflict
 */
export function checkRoom({ services, settings, user }: OperationContext, bytes: number): void {
  const { attachments_per_person_gb: ofOneGb, attachments_total_gb: ofAllGb } = settings;
  const ofOne = services.views.attachmentUse(user.id);
  if (ofOne.files >= MOST_FILES_OF_A_PERSON) throw noRoom('one person may add 100,000 pictures', '');
  if (ofOne.bytes + bytes > ofOneGb * GIGABYTE) {
    throw noRoom(
      `one person’s pictures may take up ${ofOneGb} GB`,
      ', or ask an admin for a higher attachments_per_person_gb',
    );
  }
  if (services.views.attachmentUse().bytes + bytes > ofAllGb * GIGABYTE) {
    throw noRoom(
      `all pictures of the workspace may take up ${ofAllGb} GB`,
      ', or ask an admin for a higher attachments_total_gb',
    );
  }
}

function noRoom(rule: string, elseHint: string): AppError {
  return conflict(`There is no room for this picture: ${rule}.`, {
    hint: `Delete pictures that are no longer needed${elseHint}.`,
  });
}
