import type { Services } from '../../operations/define.ts';
import type { HttpHandler } from '../http/app.ts';
import type { HttpLimits } from '../http/limits.ts';
import type { Router } from '../http/router.ts';
import type { UploadFace } from './create-upload-face.ts';

export interface UploadOptions {
  services: Services;
  limits: HttpLimits;
}

/** Adds the page of upload links to a listener's router. What it needs is loaded when the first link is opened. */
export function mountUpload(router: Router<HttpHandler>, { services, limits }: UploadOptions): void {
  let face: Promise<UploadFace> | undefined;
  const load = () => {
    face ??= import('./create-upload-face.ts').then(({ createUploadFace }) =>
      createUploadFace({ services, limits }),
    );
    return face;
  };
  router.add('GET', '/upload/:token', async (ctx, { params }) =>
    (await load()).show(ctx, params['token'] ?? ''),
  );
  router.add('POST', '/upload/:token', async (ctx, { params }) =>
    (await load()).receive(ctx, params['token'] ?? ''),
  );
}
