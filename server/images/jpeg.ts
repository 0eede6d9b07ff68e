import type { ImageLimits } from '../domain/image.ts';
import { isCameraTrailer } from './camera-trailer.ts';
import { isKeptSegment, leaveOutSegment, type CameraNotes } from './jpeg-notes.ts';
import type { ParsedImage } from './parsed-image.ts';
import { damaged, hasTrailingBytes, notAnImage, truncated } from './refusals.ts';
import { rewriteFile, type RewrittenFile } from './rewritten-file.ts';
import { checkPixels } from './size-limits.ts';

/** Markers of ITU-T T.81, table B.1. */
const MARKER = { SOI: 0xd8, EOI: 0xd9, SOS: 0xda, DQT: 0xdb, DHT: 0xc4, DRI: 0xdd, COM: 0xfe } as const;
/** Baseline, extended and progressive: what browsers show. */
const SHOWN_FRAMES = new Set([0xc0, 0xc1, 0xc2]);
/** Lossless, hierarchical and arithmetic ones: they are JPEG, and no browser shows them. */
const OTHER_FRAMES = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);
const TABLES = new Set<number>([MARKER.DQT, MARKER.DHT, MARKER.DRI]);

interface State {
  bytes: Uint8Array;
  width: number;
  height: number;
  components: number;
  scans: number;
  notes: CameraNotes;
  file: RewrittenFile;
}

/** Structure of a JPEG: every segment and scan from SOI to EOI, which must be the last bytes (security U3). */
export function parseJpeg(bytes: Uint8Array, limits: ImageLimits): ParsedImage {
  if (bytes[0] !== 0xff || bytes[1] !== MARKER.SOI) throw broken('its start marker is wrong');
  const file = rewriteFile(bytes);
  file.keep(0, 2);
  const notes: CameraNotes = { namesMorePictures: false, namesFilm: false };
  const state: State = { bytes, width: 0, height: 0, components: 0, scans: 0, notes, file };
  let at = 2;
  for (;;) {
    const marker = markerAt(bytes, at);
    if (marker.code === MARKER.EOI) {
      if (state.scans === 0) throw broken('it has no pixels');
      file.keep(marker.at, marker.at + 2);
      at = marker.at + 2;
      break;
    }
    at = takeSegment(state, marker.code, marker.at, limits);
  }
  if (at < bytes.length) {
    if (!isCameraTrailer(bytes.subarray(at), state.notes)) throw hasTrailingBytes('image/jpeg');
    file.note('attached_files');
  }
  return { width: state.width, height: state.height, frames: 1, ...file.finish() };
}

/** A marker may be preceded by fill bytes, which are left out. */
function markerAt(bytes: Uint8Array, start: number): { code: number; at: number } {
  if (start + 2 > bytes.length) throw truncated('image/jpeg');
  if (bytes[start] !== 0xff) throw broken('a marker is missing');
  let at = start + 1;
  while (bytes[at] === 0xff) at += 1;
  const code = bytes[at];
  if (code === undefined) throw truncated('image/jpeg');
  return { code, at: at - 1 };
}

/** Takes the segment that starts at `start`, with its scan if it has one, and answers where the next starts. */
function takeSegment(state: State, code: number, start: number, limits: ImageLimits): number {
  const { bytes, file, notes } = state;
  if (OTHER_FRAMES.has(code)) throw notShown();
  const isApplication = code >= 0xe0 && code <= 0xef;
  const isKnown = SHOWN_FRAMES.has(code) || TABLES.has(code) || code === MARKER.SOS || code === MARKER.COM;
  if (!isKnown && !isApplication) throw broken('it has a part that no reader knows');
  const end = segmentEnd(bytes, start);
  const data = bytes.subarray(start + 4, end);
  if (SHOWN_FRAMES.has(code)) takeFrame(state, data, limits);
  if (code === MARKER.SOS) {
    const scanEnd = takeScan(state, data, end);
    file.keep(start, scanEnd);
    return scanEnd;
  }
  if (code === MARKER.COM || (isApplication && !isKeptSegment(code, data))) {
    const instead = leaveOutSegment(file, notes, code, data);
    if (instead) file.replace(start, end, instead);
  } else {
    file.keep(start, end);
  }
  return end;
}

function segmentEnd(bytes: Uint8Array, start: number): number {
  const [high, low] = [bytes[start + 2], bytes[start + 3]];
  if (high === undefined || low === undefined) throw truncated('image/jpeg');
  const length = high * 256 + low;
  if (length < 2) throw broken('a part of it has no length');
  const end = start + 2 + length;
  if (end > bytes.length) throw truncated('image/jpeg');
  return end;
}

function takeFrame(state: State, data: Uint8Array, limits: ImageLimits): void {
  if (state.components > 0) throw broken('it has two headers');
  const [precision, heightHigh = 0, heightLow = 0, widthHigh = 0, widthLow = 0, components = 0] = data;
  if (data.length !== 6 + 3 * components || components === 0 || components > 4) {
    throw broken('its header has the wrong length');
  }
  if (precision !== 8) throw notShown();
  state.width = widthHigh * 256 + widthLow;
  state.height = heightHigh * 256 + heightLow;
  state.components = components;
  if (state.width === 0 || state.height === 0) throw broken('its header makes no sense');
  checkPixels(state.width, state.height, limits);
}

/** Answers where the scan's entropy-coded data ends: at the next marker that is no restart and no stuffed byte. */
function takeScan(state: State, header: Uint8Array, start: number): number {
  const { bytes, components } = state;
  const [selected = 0] = header;
  if (components === 0) throw broken('its pixels come before its header');
  if (header.length !== 4 + 2 * selected || selected === 0 || selected > components) {
    throw broken('a scan makes no sense');
  }
  state.scans += 1;
  let at = start;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    const next = at === -1 ? undefined : bytes[at + 1];
    if (next === undefined) throw truncated('image/jpeg');
    const isData = next === 0x00 || (next >= 0xd0 && next <= 0xd7);
    if (!isData && next !== 0xff) break;
    at += isData ? 2 : 1;
  }
  if (at === start) throw broken('a scan is empty');
  return at;
}

function notShown() {
  return notAnImage('This is a kind of JPEG that browsers do not show (lossless, arithmetic or 12 bits).');
}

function broken(problem: string) {
  return damaged('image/jpeg', problem);
}
