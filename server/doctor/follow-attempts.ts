import { timestamp } from '../clock.ts';
import { attemptName, hasMember, type ConnectionAttempt } from '../domain/connection-attempt.ts';
import { causeOf, type AttemptCheck } from '../domain/diagnosis.ts';
import { deskActor, systemActor } from '../identity/desk-actor.ts';
import type { Services } from '../operations/define.ts';
import { tellCause } from '../operations/diagnostics/tell-cause.ts';
import { perform } from '../operations/perform.ts';
import { systemTime, type Time } from '../time.ts';
import { nextLook, type Circle } from './next-look.ts';

export interface AttemptFollower {
  /** Begins nothing any more; resolves when what goes on has ended. End the doctor's run meanwhile. */
  close(): Promise<void>;
}

/**
 * Looks into attempts to connect that broke off, without anybody having to ask: runs the doctor at most once at a time
 * and now and then, keeps what it found, and tells the workspace's admins what stands in the way.
 */
export function followAttempts(
  services: Services,
  time: Pick<Time, 'monotonic' | 'after'> = systemTime,
): AttemptFollower {
  const { doctor, publicAccess, store, topics, clock, log } = services;
  const checkedAt: Record<Circle, number> = { members: -Infinity, strangers: -Infinity };
  const marks = createMarks();
  let callOff: (() => void) | null = null;
  let working: Promise<void> | null = null;
  let isClosed = false;

  function look(): void {
    const list = doctor.attempts.list();
    marks.notice(list, doctor.current !== null);
    if (isClosed || working) return;
    callOff?.();
    const next = nextLook({
      attempts: list.filter((attempt) => marks.isOpen(attempt)),
      now: clock.now(),
      publicUrl: publicAccess.publicUrl,
      last: doctor.last,
      isRunning: doctor.current !== null,
      sinceCheck: { members: since(checkedAt.members), strangers: since(checkedAt.strangers) },
    });
    if (next.kind === 'check') work(() => check(next.circle));
    else if (next.kind === 'conclude') work(() => conclude(next.attempts));
    else if (next.milliseconds !== null) callOff = time.after(next.milliseconds, tellAndLook);
  }

  /** That nothing has followed is news for whoever watches, too; we are among those. */
  const tellAndLook = () => topics.announce('diagnostics');

  const since = (moment: number) => time.monotonic() - moment;

  function work(task: () => Promise<void>): void {
    working = Promise.resolve()
      .then(task)
      .catch((error: unknown) => log.warn({ err: error }, 'an attempt to connect could not be looked into'))
      .finally(() => {
        working = null;
        look();
      });
  }

  async function check(circle: Circle): Promise<void> {
    checkedAt[circle] = time.monotonic();
    const address = publicAccess.publicUrl;
    if (address === null) return;
    const { user_id: userId } = deskActor(services, undefined, address);
    if (userId !== null) await doctor.examine(services, { address, userId });
  }

  async function conclude(attempts: readonly [ConnectionAttempt, ...ConnectionAttempt[]]): Promise<void> {
    for (const attempt of attempts) marks.close(attempt);
    const [first] = attempts;
    const cause = doctor.last && causeOf(doctor.last.rows);
    const found: AttemptCheck = {
      attempt: { id: first.id, name: attemptName(first), at: first.steps.at(-1)?.at ?? first.started_at },
      checked_at: doctor.last?.finished_at ?? timestamp(clock),
      cause,
    };
    try {
      if (cause !== null && store.readOnlyReason === null) {
        const input = { client: found.attempt.name, cause: cause.finding, has_member: hasMember(first) };
        await perform(services, tellCause, systemActor(first.address), input);
      }
    } finally {
      doctor.keepAttemptCheck(found);
    }
  }

  const stops = [
    topics.onAnnounced((topic) => {
      if (topic === 'diagnostics') look();
    }),
    publicAccess.onChange(look),
  ];
  look();
  return {
    async close() {
      isClosed = true;
      for (const stop of stops) stop();
      callOff?.();
      await working;
    },
  };
}

interface Marks {
  /** Sees which attempts are new. Those that come while the doctor runs may be its own: a proxy drops what marks them. */
  notice(list: readonly ConnectionAttempt[], isRunning: boolean): void;
  /** Whether there may be something to find out about an attempt as it stands. */
  isOpen(attempt: ConnectionAttempt): boolean;
  /** It has been looked into, as far as it got. */
  close(attempt: ConnectionAttempt): void;
}

/** Remembers of each attempt that is kept whether it is the doctor's own, and how far it was looked into. */
function createMarks(): Marks {
  const known = new Map<string, { isOurs: boolean; looked: number }>();
  return {
    notice(list, isRunning) {
      const ids = new Set(list.map(({ id }) => id));
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
      for (const id of ids) if (!known.has(id)) known.set(id, { isOurs: isRunning, looked: 0 });
    },
    isOpen(attempt) {
      const mark = known.get(attempt.id);
      if (!mark || attempt.steps.length <= mark.looked) return false;
      return !mark.isOurs || hasMember(attempt);
    },
    close({ id, steps }) {
      const mark = known.get(id);
      if (mark) mark.looked = steps.length;
    },
  };
}
