import { isDeepStrictEqual } from 'node:util';
import type { Logger } from '../log.ts';
import { loadSettings } from '../operations/perform.ts';
import type { SecretStore, Store } from '../ports.ts';
import type { PublicAccess, PublicReach, Tunnel, TunnelOrder, Visit } from '../tunnel-ports.ts';
import { createAddressWatch, type AddressLook, type WatchedAddress } from './address-watch.ts';
import { planOf, type PlanFacts } from './plan.ts';

export interface PublicAccessOptions {
  /** `--base-url`; null when it was not given. */
  baseUrl: string | null;
  store: Pick<Store, 'tables' | 'onApplied'>;
  secrets: Pick<SecretStore, 'read' | 'onChange'>;
  tunnel: Tunnel;
  log: Logger;
  /** How an own domain is proven to lead here; without it nobody looks. */
  look?: AddressLook | undefined;
}

export interface RunningPublicAccess extends PublicAccess {
  /**
   * Begins to do what the settings say, now that the public listener is open at this port.
   *
   * @param options `isOnLoopback`: whether it answers at 127.0.0.1; `isPortMoved`: as in `PlanFacts`
   */
  start(port: number, options?: { isOnLoopback?: boolean; isPortMoved?: boolean }): Promise<void>;
  /** Ends the tunnel, if one runs. May be called twice. */
  close(): Promise<void>;
}

/**
 * Others' way to the workspace: reads the settings, the tunnel's token and the command line, orders the tunnel, and says
 * at each moment what requests are judged by and links start with (design §3, mcp-oauth §7.2).
 */
export function createPublicAccess({
  baseUrl,
  store,
  secrets,
  tunnel,
  log,
  look,
}: PublicAccessOptions): RunningPublicAccess {
  const listeners = new Set<() => void>();
  let token: string | null = null;
  let port: number | null = null;
  let isOnLoopback = true;
  let isPortMoved = false;
  let isClosed = false;
  let ordered: TunnelOrder | null | undefined = null;
  let ordering = Promise.resolve();
  let plan = planOf(facts());
  let reach = reachOf();
  const watch = createAddressWatch(look ?? null, tell);
  watch.follow(ownAddress());

  function facts(): PlanFacts {
    const settings = loadSettings(store.tables);
    const isPaused = store.tables.settings.get('workspace')?.public_access_paused === true;
    return { baseUrl, settings, token, port, isOnLoopback, isPortMoved, isPaused };
  }

  function reachOf(): PublicReach {
    const isTrial = plan.fixedUrl === null && plan.mode === 'quick_tunnel' && !plan.isPaused;
    return {
      fixedUrl: plan.fixedUrl,
      trialUrl: isTrial ? tunnel.publicUrl : null,
      isPaused: plan.isPaused,
    };
  }

  /** Other ways have a tunnel that looks after its own address. */
  function ownAddress(): WatchedAddress | null {
    const { mode, isPaused, fixedUrl: url } = plan;
    if (isClosed || mode !== 'own_domain' || isPaused || url === null) return null;
    return { url, port: port ?? 0 };
  }

  function refresh(): void {
    const before = { plan, reach };
    plan = planOf(facts());
    const next = reachOf();
    // The same object stands for the same answers: whoever keeps what follows from it compares it alone.
    if (!isDeepStrictEqual(next, reach)) reach = next;
    watch.follow(ownAddress());
    if (!isDeepStrictEqual(before, { plan, reach })) tell();
  }

  function tell(): void {
    for (const listener of listeners) listener();
  }

  async function orderWhatIsPlanned(): Promise<void> {
    const { order } = plan;
    if (isClosed || isDeepStrictEqual(order, ordered)) return;
    ordered = order;
    try {
      await tunnel.order(order);
    } catch (error) {
      // Unknown is what it does now: the next change orders it whatever it says.
      ordered = undefined;
      log.error({ err: error }, 'the tunnel could not be changed');
    }
  }

  /** Orders follow each other: of several changes the last one counts, and none is done twice. */
  function followPlan(): Promise<void> {
    ordering = ordering.then(orderWhatIsPlanned);
    return ordering;
  }

  async function apply(): Promise<void> {
    const stored = await secrets.read('tunnel');
    token = stored?.token ?? null;
    refresh();
    await followPlan();
  }

  /** Nobody waits for it: a tunnel takes its time to end. */
  function applySoon(): void {
    apply().catch((error: unknown) => log.error({ err: error }, 'public access could not follow a change'));
  }

  /** One from this very network proves nothing of how others come here, nor does one that nobody has encrypted. */
  async function followVisit({ host, nonce, visitor, isPlain }: Visit): Promise<void> {
    if (isPlain || watch.proof === null) return;
    const { isPublicAddress } = await import('../fetching/public-addresses.ts');
    if (visitor === null || isPublicAddress(visitor)) watch.visited(host, nonce);
  }

  store.onApplied((changes) => {
    if (isClosed || !changes.some(({ collection }) => collection === 'settings')) return;
    refresh();
    applySoon();
  });
  const stopWatchingSecrets = secrets.onChange((name) => {
    if (name === 'tunnel') applySoon();
  });
  const stopWatchingTunnel = tunnel.onChange(() => {
    const next = reachOf();
    if (!isDeepStrictEqual(next, reach)) reach = next;
    tell();
  });

  return {
    get mode() {
      return plan.mode;
    },
    get source() {
      return plan.source;
    },
    get publicUrl() {
      return plan.isPaused || plan.problem !== null ? null : (reach.fixedUrl ?? reach.trialUrl);
    },
    get reach() {
      return reach;
    },
    get proof() {
      return watch.proof;
    },
    lookAgain: () => watch.lookAgain(),
    visited(visit) {
      followVisit(visit).catch((error: unknown) => log.error({ err: error }, 'a visit could not be judged'));
    },
    get problem() {
      return plan.problem;
    },
    get port() {
      return port;
    },
    get isPaused() {
      return plan.isPaused;
    },
    tunnel,
    apply,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start(openPort, options = {}) {
      port = openPort;
      isOnLoopback = options.isOnLoopback ?? true;
      isPortMoved = options.isPortMoved ?? false;
      return apply();
    },
    async close() {
      isClosed = true;
      watch.close();
      stopWatchingSecrets();
      stopWatchingTunnel();
      listeners.clear();
      await ordering;
      await tunnel.close();
    },
  };
}
