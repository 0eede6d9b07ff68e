import { availableParallelism } from 'node:os';
import { hash as hashArgon2, verify as verifyArgon2 } from '@node-rs/argon2';
import { AppError } from '../errors.ts';
import type { PasswordHasher } from '../ports.ts';

/** argon2id, 64 MiB, 3 passes, 1 lane: about 50 ms of one core (security P1). */
const COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };
const QUEUE_LENGTH = 20;
const RETRY_AFTER_SECONDS = 2;
/** How a hash that is as strong as today's begins. */
const CURRENT = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/;
/** A hash of 32 random bytes that nobody kept: what the password of somebody who has none is compared with. */
const NOBODYS =
  '$argon2id$v=19$m=65536,t=3,p=1$W3oXkW45bsdL1UTEao7quw$pTTRdeDxaP4u69fL2Fp1k5FbNT1WPPT+mMoHJH/mNIY';

export interface PasswordHasherOptions {
  /** Hashes at a time. */
  concurrency?: number;
  /** Callers that may wait; the next one is refused. */
  queueLength?: number;
  /** What hashes; argon2id when absent. */
  hashing?: Hashing;
}

interface Hashing {
  hash(password: string): Promise<string>;
  verify(stored: string, password: string): Promise<boolean>;
}

const ARGON2ID: Hashing = {
  hash: (password) => hashArgon2(password, COST),
  verify: (stored, password) => verifyArgon2(stored, password),
};

/**
 * argon2id behind a gate (security P2). At most two hashes run at once, and always one fewer than there are
 * cores: hashing shares libuv's threads and the processor with every file read. Measured on two cores, four
 * sign-ins at once: reads 700 times slower without the gate, 10 times with two at once, 1.5 to 2.5 with one.
 */
export function createPasswordHasher({
  concurrency = Math.max(1, Math.min(2, availableParallelism() - 1)),
  queueLength = QUEUE_LENGTH,
  hashing = ARGON2ID,
}: PasswordHasherOptions = {}): PasswordHasher {
  const gate = createGate(concurrency, queueLength);
  return {
    hash: (password) => gate(() => hashing.hash(password.normalize('NFKC'))),
    async verify(password, stored) {
      const isRight = await gate(() => hashing.verify(stored ?? NOBODYS, password.normalize('NFKC')));
      return isRight && stored !== null;
    },
    isOutdated: async (stored) => isWeaker(stored),
  };
}

function isWeaker(stored: string): boolean {
  const [, memory, time, lanes] = CURRENT.exec(stored) ?? [];
  return !(
    Number(memory) >= COST.memoryCost &&
    Number(time) >= COST.timeCost &&
    Number(lanes) === COST.parallelism
  );
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
