import type { BlockProblem } from '../rich-block.ts';
import { invalid } from '../block-definition.ts';

/** Hosts whose pages are shown as a player. */
const VIDEO_HOSTS =
  /^(?:(?:www\.|m\.|music\.)?youtube(?:-nocookie)?\.com|youtu\.be|(?:www\.|player\.)?vimeo\.com|(?:www\.)?loom\.com)$/;

/** An address of the web, or undefined. */
export function parseAddress(src: string): URL | undefined {
  return src.length <= 2000 && URL.canParse(src) ? new URL(src) : undefined;
}

/** Whether an address is a page of a video at YouTube, Vimeo or Loom. */
export function isVideoPage(src: string): boolean {
  const url = parseAddress(src);
  return url?.protocol === 'https:' && VIDEO_HOSTS.test(url.hostname) && url.pathname.length > 1;
}

/** What is wrong with the address of another site that is to be shown in a page (security H1, H5). */
export function addressProblems(src: string, block: string): BlockProblem[] {
  const url = parseAddress(src);
  if (!url) return [invalid(`The ${block} has no web address. Write src="https://…".`)];
  if (url.protocol !== 'https:')
    return [
      {
        code: 'insecure_embed',
        message: `The ${block} is not https. Use an address that starts with https://.`,
      },
    ];
  if (url.username !== '' || url.password !== '')
    return [
      {
        code: 'insecure_embed',
        message: `The address of the ${block} holds a sign-in. Take out the part before the @.`,
      },
    ];
  return [];
}
