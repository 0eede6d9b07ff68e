import type { ImageLimits } from '../domain/image.ts';
import { tooLarge } from './refusals.ts';

const MEGABYTE = 1024 * 1024;

/** @throws {AppError} payload_too_large */
export function checkFileSize(bytes: number, { bytes: limit }: ImageLimits): void {
  if (bytes <= limit) return;
  throw tooLarge(
    `The picture has ${megabytes(bytes)} MB, and ${megabytes(limit)} MB is the most.`,
    'Make it smaller, or ask an admin for a higher attachment limit.',
    { limit_bytes: limit },
  );
}

/** Refuses what is cheap to send and costs every reader dear to show (security U4). */
export function checkPixels(width: number, height: number, { side, pixels }: ImageLimits): void {
  if (width <= side && height <= side && width * height <= pixels) return;
  throw tooLarge(
    `The picture has ${width} × ${height} pixels; ${side} on a side and ${pixels / 1_000_000} million in all are the most.`,
    'Scale it down and send it again.',
  );
}

export function checkFrames(frames: number, { frames: limit }: ImageLimits): void {
  if (frames <= limit) return;
  throw tooLarge(`The animation has more than ${limit} frames.`, 'Send a shorter one.');
}

function megabytes(bytes: number): string {
  return String(Math.ceil((bytes / MEGABYTE) * 10) / 10);
}
