import type { ImageLimits } from '../domain/image.ts';
import { damaged } from './refusals.ts';
import { checkFrames } from './size-limits.ts';

/** What is known of the frames of a PNG while it is read. */
export interface PngFrames {
  width: number;
  height: number;
  /** Types of the chunks so far. */
  seen: Set<string>;
  animation: {
    /** How many frames it says that it has; 0 for one that does not move. */
    counted: number;
    frames: number;
    /** Number of the next chunk of the animation. */
    sequence: number;
    /** Whether a frame was announced whose pixels have not come. */
    owesPixels: boolean;
  };
}

/** Bytes of each chunk; at least, for pixels. */
const LENGTH = { acTL: 8, fcTL: 26, fdAT: 5 } as const;
type AnimationChunk = keyof typeof LENGTH;

export function isAnimationChunk(type: string): type is AnimationChunk {
  return Object.hasOwn(LENGTH, type);
}

/** https://www.w3.org/TR/png-3/#apng-frame-based-animation */
export function takeAnimationChunk(
  frames: PngFrames,
  type: AnimationChunk,
  data: Uint8Array,
  limits: ImageLimits,
): void {
  const { animation, seen } = frames;
  const isLong = type === 'fdAT' ? data.length >= LENGTH[type] : data.length === LENGTH[type];
  if (!isLong) throw brokenAnimation();
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (type === 'acTL') {
    animation.counted = view.getUint32(0);
    if (seen.has('IDAT') || animation.counted === 0) throw brokenAnimation();
    checkFrames(animation.counted, limits);
    return;
  }
  if (animation.counted === 0 || view.getUint32(0) !== animation.sequence) throw brokenAnimation();
  animation.sequence += 1;
  if (type === 'fcTL') {
    takeFrame(frames, view, limits);
    return;
  }
  if (animation.frames === 0 || !seen.has('IDAT')) throw brokenAnimation();
  animation.owesPixels = false;
}

function takeFrame({ width, height, animation }: PngFrames, view: DataView, limits: ImageLimits): void {
  if (animation.owesPixels) throw brokenAnimation();
  animation.owesPixels = true;
  animation.frames += 1;
  checkFrames(animation.frames, limits);
  const [frameWidth, frameHeight] = [view.getUint32(4), view.getUint32(8)];
  const isInside =
    frameWidth > 0 &&
    frameHeight > 0 &&
    view.getUint32(12) + frameWidth <= width &&
    view.getUint32(16) + frameHeight <= height;
  if (!isInside) throw damaged('image/png', 'a frame lies outside of the picture');
}

export function brokenAnimation() {
  return damaged('image/png', 'its animation makes no sense');
}
