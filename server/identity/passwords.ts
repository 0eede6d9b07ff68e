import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../errors.ts';
import type { PasswordHasher } from '../ports.ts';

/** argon2id, 64 MiB, 3 passes, 1 lane: about 50 ms of one core (security P1). */
const COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };
const QUEUE_LENGTH = 20;
const RETRY_AFTER_SECONDS = 2;

export interface PasswordHasherOptions {
  /** Hashes at a time. */
  concurrency?: number;
  /** Callers that may wait; the next one is refused. */
  queueLength?: number;
}

/**
 * argon2id behind a gate (security P2). At most two hashes run at once, and always one fewer than there are
 * cores: hashing shares libuv's threads and the processor with every file read. Measured on two cores, four
 * sign-ins at once: reads 700 times slower without the gate, 10 times with two at once, 1.5 to 2.5 with one.
 */
export function createPasswordHasher({
  concurrency = Math.max(1, Math.min(2, availableParallelism() - 1)),
  queueLength = QUEUE_LENGTH,
}: PasswordHasherOptions = {}): PasswordHasher {
  const gate = createGate(concurrency, queueLength);
  return {
    hash: (password) => gate(() => hash(password.normalize('NFKC'), COST)),
    verify: (password, stored) => gate(() => verify(stored, password.normalize('NFKC'))),
  };
}

/** Runs at most `concurrency` tasks, lets `queueLength` wait in order, refuses the rest at once. */
function createGate(concurrency: number, queueLength: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async function pass<Result>(task: () => Promise<Result>): Promise<Result> {
    if (running >= concurrency) {
      if (waiting.length >= queueLength) throw tooManySignIns();
      // Whoever finishes hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

function tooManySignIns(): AppError {
  return new AppError('unavailable', 'Too many passwords are being checked at the moment.', {
    hint: 'Try again in a few seconds.',
    details: { retry_after: RETRY_AFTER_SECONDS },
  });
}
