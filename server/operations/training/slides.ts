import type { Deck } from '../../domain/deck.ts';
import { slidesOf, type Slide } from './deck-slides.ts';
import { AppError } from '../../errors.ts';
import { finishInSlices } from '../../sliced-work.ts';
import type { OperationContext } from '../define.ts';

/** The deck's slides, from the version that it was made from. @throws {AppError} when that version is damaged. */
export async function loadSlides(context: OperationContext, deck: Deck): Promise<Slide[]> {
  const version = await context.tx.versions.get(deck.document_id, deck.document_version);
  if (!version) {
    throw new AppError('unavailable', 'The version that this deck was made from is not there any more.', {
      hint: 'Ask a training manager to make a new deck from the document.',
    });
  }
  return (await finishInSlices(slidesOf(version.content))).slides;
}
