/** What can be sent of a file that somebody chose. */

/** `smallerThan`: size in bytes of the file that it is a smaller copy of. */
/** @typedef {{ name: string, type: string, blob: Blob, smallerThan?: number }} Picture */
/** @typedef {{ message: string, hint?: string }} Words */

const MEGABYTE = 1024 * 1024;

/** With spaces at which no line breaks. @param {number} bytes */
export function sizeWords(bytes) {
  if (bytes < MEGABYTE) return `${Math.max(1, Math.round(bytes / 1024))}\u00a0KB`;
  return `${(bytes / MEGABYTE).toFixed(1)}\u00a0MB`;
}

/** Beginnings of the files that the server takes. @type {[type: string, start: RegExp][]} */
const STARTS = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
];

/** @param {Blob} file @param {number} bytes one character each */
async function startOf(file, bytes) {
  const start = new Uint8Array(await file.slice(0, bytes).arrayBuffer());
  return Array.from(start, (byte) => String.fromCharCode(byte)).join('');
}

/** The most that all phones draw on a canvas, in pixels. */
const LARGEST_CANVAS = 16_700_000;
const QUALITY = 0.9;
const MOST_TRIES = 8;

/**
 * What can be sent of a file: the file itself when it fits. A JPEG of it when it is of a kind that the server does not
 * take and this browser can read, such as HEIC on an iPhone; a smaller JPEG when it is too large.
 *
 * @param {File} file
 * @param {{ limitBytes: number, onShrink: () => void }} options `onShrink` is called before it takes a while
 * @returns {Promise<{ picture: Picture } | { problem: Words }>}
 */
export async function pictureOf(file, { limitBytes, onShrink }) {
  const start = await startOf(file, 64 * 1024);
  const type = STARTS.find(([, pattern]) => pattern.test(start.slice(0, 16)))?.[0];
  if (type !== undefined && file.size <= limitBytes)
    return { picture: { name: file.name, type, blob: file } };
  if (type === undefined && !mayBeReadable(file)) return { problem: notAPicture(file) };
  if (type !== undefined && moves(type, start)) return { problem: tooLarge(file, limitBytes) };
  if (type !== undefined) onShrink();
  const copy = await asJpeg(file, limitBytes);
  if (!copy) return { problem: type === undefined ? notAPicture(file) : tooLarge(file, limitBytes) };
  const name = `${file.name.replace(/\.[^.]*$/, '')}.jpg`;
  const picture = { name, type: 'image/jpeg', blob: copy.blob };
  return { picture: copy.isSmaller ? { ...picture, smallerThan: file.size } : picture };
}

/** @param {File} file */
function mayBeReadable(file) {
  if (file.type === 'image/svg+xml') return false;
  return file.type.startsWith('image/') || /\.hei[cf]$/i.test(file.name);
}

/** Whether it is an animation, of which a copy would be the first frame only. @param {string} type @param {string} start */
function moves(type, start) {
  if (type === 'image/gif') return true;
  if (type === 'image/png') return start.slice(0, Math.max(0, start.indexOf('IDAT'))).includes('acTL');
  return type === 'image/webp' && start.startsWith('VP8X', 12) && (start.charCodeAt(20) & 2) !== 0;
}

/**
 * A JPEG that fits, as large as it can be: with fewer pixels until it does.
 *
 * @param {File} file
 * @param {number} limitBytes
 * @returns {Promise<{ blob: Blob, isSmaller: boolean } | undefined>}
 */
async function asJpeg(file, limitBytes) {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return undefined;
  let scale = Math.min(1, Math.sqrt(LARGEST_CANVAS / (bitmap.width * bitmap.height)));
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const blob = await drawn(bitmap, scale);
    if (!blob || blob.size <= limitBytes) {
      bitmap.close();
      return blob && { blob, isSmaller: file.size > limitBytes || scale < 1 };
    }
    scale *= Math.min(0.8, 0.95 * Math.sqrt(limitBytes / blob.size));
  }
  bitmap.close();
  return undefined;
}

/** @param {ImageBitmap} bitmap @param {number} scale @returns {Promise<Blob | undefined>} */
async function drawn(bitmap, scale) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(bitmap.width * scale));
  canvas.height = Math.max(1, Math.floor(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  // JPEG has no transparency: what is see-through becomes paper.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  /** @type {Blob | null} */
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  return blob ?? undefined;
}

/** @param {File} file @param {number} limitBytes @returns {Words} */
function tooLarge(file, limitBytes) {
  return {
    message: `This picture has ${sizeWords(file.size)}; ${wholeMegabytes(limitBytes)} is the most.`,
    hint: 'Choose a smaller one.',
  };
}

/**
 * What to say of a copy that is sent in the place of the file.
 *
 * @param {Picture} picture
 * @param {number} limitBytes
 */
export function smallerWords({ smallerThan = 0 }, limitBytes) {
  if (smallerThan <= limitBytes) return 'A copy with fewer pixels will be sent.';
  return `Your picture has ${sizeWords(smallerThan)}, and ${wholeMegabytes(limitBytes)} is the most. A smaller copy will be sent.`;
}

/** @param {number} bytes */
function wholeMegabytes(bytes) {
  return `${Math.floor(bytes / MEGABYTE)}\u00a0MB`;
}

/** @param {File} file @returns {Words} */
function notAPicture(file) {
  if (/hei[cf]/i.test(file.type) || /\.hei[cf]$/i.test(file.name)) {
    return {
      message: 'This is a HEIC photo, and this browser cannot turn it into a JPEG.',
      hint: 'Open this page on the iPhone that took it, or set the iPhone to JPEG: Settings, Camera, Formats, Most Compatible.',
    };
  }
  if (file.type === 'image/svg+xml') {
    return {
      message: 'SVG drawings are not taken, because they can hold programs.',
      hint: 'Export it as PNG and choose that.',
    };
  }
  return {
    message: 'This file is not a picture that can be sent.',
    hint: 'Choose a PNG, JPEG, GIF or WebP.',
  };
}
