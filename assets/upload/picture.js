/** What can be sent of a file that somebody chose. */

/** @typedef {{ name: string, type: string, blob: Blob }} Picture */
/** @typedef {{ message: string, hint?: string }} Words */

export const MEGABYTE = 1024 * 1024;

/** @param {number} bytes */
export function sizeWords(bytes) {
  if (bytes < MEGABYTE) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

/** Beginnings of the files that the server takes. @type {[type: string, start: RegExp][]} */
const STARTS = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
];

/** @param {Blob} file */
async function typeOf(file) {
  const start = String.fromCharCode(...new Uint8Array(await file.slice(0, 16).arrayBuffer()));
  return STARTS.find(([, pattern]) => pattern.test(start))?.[0];
}

/**
 * What can be sent of a file: the file itself, or, of a kind that the server does not take and this browser can read,
 * such as HEIC on an iPhone, a JPEG of it. Undefined when there is none.
 *
 * @param {File} file
 * @returns {Promise<Picture | undefined>}
 */
export async function pictureOf(file) {
  const type = await typeOf(file);
  if (type !== undefined) return { name: file.name, type, blob: file };
  if (!file.type.startsWith('image/') && !/\.hei[cf]$/i.test(file.name)) return undefined;
  if (file.type === 'image/svg+xml') return undefined;
  const blob = await asJpeg(file);
  return blob && { name: `${file.name.replace(/\.[^.]*$/, '')}.jpg`, type: 'image/jpeg', blob };
}

/** @param {File} file */
async function asJpeg(file) {
  let bitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return undefined;
  }
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  // JPEG has no transparency: what is see-through becomes paper.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  /** @type {Blob | null} */
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  return blob ?? undefined;
}

/** @param {File} file @returns {Words} */
export function notAPicture(file) {
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
