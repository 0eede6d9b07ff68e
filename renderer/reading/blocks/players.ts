/** Where a video is played: a page that goes into a frame, once the reader asked for it. */
export interface Player {
  src: string;
  host: string;
  /** Who plays it, as people say. */
  name: string;
  /**
   * Players of these fixed hosts need their own storage, and have it: they are never of our origin. A file and any
   * other page gets none (security H5).
   */
  isTrusted: boolean;
}

const FILE = /\.(?:mp4|webm|ogv|mov|m4v)$/i;

/** The player for the address of a video, or undefined when there is none for it. */
export function playerOf(src: string): Player | undefined {
  const url = secureAddress(src);
  if (!url) return undefined;
  const host = url.hostname.replace(/^(?:www|m|music|player)\./, '');
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean);
  switch (host) {
    case 'youtu.be':
      return youtube(first);
    case 'youtube.com':
    case 'youtube-nocookie.com':
      return youtube(url.searchParams.get('v') ?? (/^(?:embed|shorts|live)$/.test(first) ? second : ''));
    case 'vimeo.com':
      return vimeo(first === 'video' ? [second] : [first, second], url.searchParams.get('h'));
    case 'loom.com':
      return loom(second);
    default:
      return FILE.test(url.pathname)
        ? { src: url.href, host: url.host, name: url.host, isTrusted: false }
        : undefined;
  }
}

/** An https address without a sign-in in it, or undefined. */
export function secureAddress(src: string): URL | undefined {
  const url = src.length <= 2000 && URL.canParse(src) ? new URL(src) : undefined;
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url : undefined;
}

function youtube(id: string): Player | undefined {
  if (!/^[\w-]{6,20}$/.test(id)) return undefined;
  const host = 'www.youtube-nocookie.com';
  return { src: `https://${host}/embed/${id}`, host, name: 'YouTube', isTrusted: true };
}

function vimeo([id = '', key = '']: string[], hash: string | null): Player | undefined {
  if (!/^\d{4,15}$/.test(id)) return undefined;
  const host = 'player.vimeo.com';
  const unlisted = /^[0-9a-f]{6,20}$/.exec(hash ?? key)?.[0];
  const more = unlisted === undefined ? '' : `&h=${unlisted}`;
  return { src: `https://${host}/video/${id}?dnt=1${more}`, host, name: 'Vimeo', isTrusted: true };
}

function loom(id: string): Player | undefined {
  if (!/^[0-9a-f]{20,40}$/i.test(id)) return undefined;
  const host = 'www.loom.com';
  return { src: `https://${host}/embed/${id}`, host, name: 'Loom', isTrusted: true };
}
