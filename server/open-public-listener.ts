import type { Config } from './config.ts';
import { AppError } from './errors.ts';
import type { LiveEvents } from './faces/app/events.ts';
import {
  createPublicListener,
  type PublicListener,
  type PublicListenerOptions,
} from './faces/http/listener.ts';
import type { Services } from './operations/define.ts';
import { systemErrorCode } from './system-error.ts';

/** Opens the listener that everybody else reaches. @throws {AppError} conflict when its port cannot be had */
export async function openPublicListener(
  services: Services,
  config: Config,
  events: LiveEvents,
): Promise<PublicListener> {
  const { host, port, allowedHosts, trustedProxies, limits } = config;
  try {
    return await createPublicListener({
      services,
      config: {
        host,
        port,
        allowedHosts,
        trustedProxies,
        ...(limits?.http === undefined ? {} : { limits: limits.http }),
      },
      events,
      mcp: lazyConnector(services, config),
    });
  } catch (error) {
    throw asPortError(error, config);
  }
}

/** The connector's protocol library is large: the first call to it loads it, so that a start need not. */
function lazyConnector(services: Services, { limits }: Config): PublicListenerOptions['mcp'] {
  return (door) => {
    const load = async () => {
      const { createMcpFace } = await import('./faces/mcp/face.ts');
      const mcpLimits = limits?.mcp === undefined ? {} : { limits: limits.mcp };
      return createMcpFace({ services, authenticate: (ctx) => door.authenticate(ctx), ...mcpLimits });
    };
    let face: ReturnType<typeof load> | undefined;
    return async (ctx) => {
      face ??= load();
      await (
        await face
      )(ctx);
    };
  };
}

/** A taken port is the most usual reason why a start fails: it gets its own words. */
function asPortError(error: unknown, { host, port }: Config): unknown {
  const code = systemErrorCode(error);
  if (code === 'EADDRINUSE') {
    return new AppError('conflict', `Port ${port} is taken by another program.`, {
      hint: 'Stop that program, or choose another port with --port; 0 picks a free one.',
      cause: error,
    });
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
    return new AppError('conflict', `Cannot listen on ${host}, port ${port}.`, {
      hint: 'Choose an address of this computer with --host and a port above 1023 with --port.',
      cause: error,
    });
  }
  return error;
}
