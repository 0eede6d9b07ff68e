import { protocol } from 'electron';
import type { Logger } from '../server/log.ts';
import { appFileAt } from '../server/faces/app/app-files.ts';
import { AppError } from '../server/errors.ts';
import { APP_HOST, APP_SCHEME } from './origin.ts';

const DOWNLOAD = /^\/app\/downloads\/([0-9a-f-]{36})$/;
const ATTACHMENT = /^\/attachments\/([A-Za-z0-9_-]{1,64})(?:\/[^/]*)?$/;

/** Makes the scheme one with an origin, fetches and CORS, as sandboxed frames need. To be called before `ready`. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true, codeCache: true },
    },
  ]);
}

export interface AppProtocolOptions {
  /** Answers for a picture by its attachment's id. */
  attachment: (id: string) => Promise<Response>;
  /** Answers for an archive of Markdown by the id of its job. */
  download: (id: string) => Promise<Response>;
  log: Logger;
}

/** Serves the built pages with their policies, the pictures of documents, and exports; nothing else (security E4). */
export function serveApp(options: AppProtocolOptions): void {
  protocol.handle(APP_SCHEME, (request) => answer(request, options));
}

async function answer(
  request: Request,
  { attachment, download, log }: AppProtocolOptions,
): Promise<Response> {
  const { host, pathname } = new URL(request.url);
  if (host !== APP_HOST) return new Response(null, { status: 404 });
  if (request.method !== 'GET' && request.method !== 'HEAD') return new Response(null, { status: 405 });
  const [, id] = ATTACHMENT.exec(pathname) ?? [];
  if (id !== undefined) return attachment(id);
  const [, job] = DOWNLOAD.exec(pathname) ?? [];
  // A look at the head alone would be the one time that it can be fetched.
  if (job !== undefined)
    return request.method === 'GET' ? download(job) : new Response(null, { status: 405 });
  try {
    const { file, headers } = await appFileAt(pathname);
    return new Response(new Uint8Array(file.plain), {
      headers: { ...headers, 'Content-Type': file.type, 'X-Content-Type-Options': 'nosniff' },
    });
  } catch (error) {
    if (!(error instanceof AppError)) log.error({ err: error, path: pathname }, 'a page could not be read');
    return new Response(null, { status: error instanceof AppError ? error.status : 500 });
  }
}
