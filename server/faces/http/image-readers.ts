import { AppError } from '../../errors.ts';
import type { Actor, Services } from '../../operations/define.ts';
import type { Browsers } from '../sign-in/browsers.ts';
import type { BearerAuthentication } from './bearer.ts';
import type { HttpLimits } from './limits.ts';
import { headerValues, type HttpContext } from './request-context.ts';
import { createSlidingWindow, rateLimited } from './sliding-window.ts';

export interface ImageReadersOptions {
  services: Services;
  browsers: Pick<Browsers, 'authenticate'>;
  authenticate: BearerAuthentication;
  limits: HttpLimits;
}

/** Who asks for an image: a script by its token, or somebody who is signed in by their browser. */
export function createImageReaders(options: ImageReadersOptions): (ctx: HttpContext) => Actor {
  const { services, browsers, authenticate, limits } = options;
  const requests = createSlidingWindow({ limit: limits.imagesPerMinute, clock: services.clock });

  function identify(ctx: HttpContext): Actor {
    // A token decides alone: a script that sends a wrong one learns so, whatever cookies come along.
    if (headerValues(ctx.req, 'authorization').length > 0) {
      return { ...authenticate.forScripts(ctx), via: 'rest', client: null };
    }
    const signedIn = browsers.authenticate(ctx);
    if (signedIn) return { ...signedIn.actor, via: 'app', client: null };
    throw new AppError('unauthorized', 'Images are shown to those who may read their document.', {
      hint: 'Sign in, or send a personal token as `Authorization: Bearer …`.',
    });
  }

  return (ctx) => {
    const actor = identify(ctx);
    const state = requests.take(actor.user_id ?? '');
    if (!state.isAllowed) throw rateLimited(state, 'requests for images');
    return actor;
  };
}
