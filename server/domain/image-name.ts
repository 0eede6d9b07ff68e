import { IMAGE_EXTENSION } from './image.ts';
import type { ImageType } from './image-type.ts';

/** Of a file name that people see. */
const MOST_CHARACTERS = 100;

// oxlint-disable-next-line no-control-regex -- control characters and marks that turn text around are what it removes
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/**
 * A file name as people see it: the last part of a path, on one line, with the ending that the bytes call for. It
 * never names a file on disk (security Z1).
 */
export function imageFileName(given: string | undefined, type: ImageType): string {
  const last = (given ?? '').toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const name = oneLine(last).replace(/\.(?:png|apng|jpe?g|jfif|gif|webp|hei[cf])$/i, '');
  const stem = Array.from(name).slice(0, MOST_CHARACTERS).join('').trim().replace(/^\.+/, '');
  return `${stem === '' ? 'image' : stem}.${IMAGE_EXTENSION[type]}`;
}

/** A description on one line, for people who do not see the picture. */
export function altText(given: string): string {
  return oneLine(given.toWellFormed());
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(UNSEEN, '').trim();
}

/** What an attachment is found by. */
interface Named {
  id: string;
  name: string;
}

/** The address of an attachment's bytes below the base URL. Its last part is for people; the id decides. */
export function attachmentPath({ id, name }: Named): string {
  return `/attachments/${id}/${addressName(name)}`;
}

/** A file name of letters, digits and dashes that needs no escaping in an address or in Markdown. */
function addressName(name: string): string {
  const dot = name.lastIndexOf('.');
  const words = name
    .slice(0, dot)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${words === '' ? 'image' : words}${name.slice(dot)}`;
}

/** Everything that means something in Markdown, of ours as well (`:directive[]`, `$`, `|`). */
const MARKS = /[\\`*_{}[\]()#+!<>|~$:&^=-]/g;

/** The Markdown that shows an attachment. */
export function imageMarkdown(attachment: Named, alt: string): string {
  return `![${altText(alt).replaceAll(MARKS, '\\$&')}](${attachmentPath(attachment)})`;
}
