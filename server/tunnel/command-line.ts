import type { TunnelOrder } from '../tunnel-ports.ts';

/** How long a program that was asked to end lets what runs finish. */
export const GRACE_MS = 5_000;

/** The program finds its way by itself, or goes over TCP where UDP is blocked. */
export type Protocol = 'auto' | 'http2';

/** What stands in our own settings file, so that nobody else's in the home folder is read (desktop-shell §2.3). */
export const PROGRAM_CONFIG = 'no-autoupdate: true\n';

export interface ProgramArguments {
  order: TunnelOrder;
  protocol: Protocol;
  /** Path of the file with `PROGRAM_CONFIG`. */
  config: string;
}

/** The program's command line (desktop-shell §2.3). It never holds the token: everybody on the computer can read it. */
export function programArguments({ order, protocol, config }: ProgramArguments): string[] {
  const flags = [
    'tunnel',
    `--config=${config}`,
    '--no-autoupdate',
    '--metrics=127.0.0.1:0',
    '--output=json',
    '--loglevel=info',
    `--grace-period=${GRACE_MS / 1000}s`,
    ...(protocol === 'auto' ? [] : [`--protocol=${protocol}`]),
  ];
  return order.mode === 'quick_tunnel'
    ? [...flags, `--url=http://127.0.0.1:${order.port}`]
    : [...flags, 'run'];
}

/** Settings of the program that somebody's shell may hold, and what only we need to know. */
const NOT_PASSED_ON = /^(TUNNEL_|COMMONPLACE_|NO_AUTOUPDATE$|NODE_OPTIONS$|ELECTRON_)/i;

/** Our environment without anything that would change what the program does: an inherited `TUNNEL_URL` counts as `--url`. */
export function cleanEnvironment(inherited: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(inherited).filter(([name]) => !NOT_PASSED_ON.test(name)));
}

/** The program's environment. It holds the named tunnel's token, which only processes of the same user can read there. */
export function programEnvironment(inherited: NodeJS.ProcessEnv, order: TunnelOrder): NodeJS.ProcessEnv {
  const token = order.mode === 'named_tunnel' ? { TUNNEL_TOKEN: order.token } : {};
  return { ...cleanEnvironment(inherited), ...token };
}
