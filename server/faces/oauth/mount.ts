import type { HttpContext } from '../http/request-context.ts';
import type { OAuthFaceOptions } from './face.ts';

/**
 * What answers below `/api/oauth/` and `/.well-known/`. The first request there loads it: it brings a large library,
 * and most starts never see one.
 */
export function mountOAuth(options: OAuthFaceOptions): (ctx: HttpContext) => Promise<void> {
  const load = async () => (await import('./face.ts')).createOAuthFace(options);
  let face: ReturnType<typeof load> | undefined;
  return async (ctx) => {
    face ??= load();
    const answer = await face;
    await answer(ctx);
  };
}
