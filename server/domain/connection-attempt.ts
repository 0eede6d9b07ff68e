import { z } from 'zod';
import { oauthRefusalWords } from './oauth-refusal.ts';

/** What a program does on its way in, in the order in which it does so (mcp-oauth §3). */
export const ATTEMPT_STEPS = [
  'discovered',
  'registered',
  'asked',
  'signed_in',
  'allowed',
  'denied',
  'token_issued',
  'called',
  'called_without_token',
  'called_with_other_token',
  'failed',
] as const;
export type AttemptStep = (typeof ATTEMPT_STEPS)[number];

const stepSchema = z.strictObject({
  step: z.enum(ATTEMPT_STEPS),
  at: z.iso.datetime(),
  detail: z.string().nullable().describe('Why, of a step that failed'),
});

/** `stalled`: it stopped half-way, and nothing says that it goes on. */
export const ATTEMPT_STATES = ['under_way', 'connected', 'stalled', 'failed'] as const;

export const attemptSchema = z.strictObject({
  id: z.string(),
  client: z.string().nullable().describe('What the program calls itself; null before it has said so'),
  program: z.string().nullable().describe('Product of its `User-Agent`'),
  ip: z.string().nullable(),
  address: z.string().describe('Where it came to, without a trailing slash'),
  started_at: z.iso.datetime(),
  steps: z.array(stepSchema),
});
/** One program's way from its first question to its first call. */
export type ConnectionAttempt = z.infer<typeof attemptSchema>;

/** How long a program may take from its token to its first call before something is wrong (mcp-oauth §7.13). */
const PATIENCE_MS = 120_000;
/** How long a person may take at the sign-in and consent pages. */
const PERSON_PATIENCE_MS = 600_000;

export interface AttemptWords {
  state: (typeof ATTEMPT_STATES)[number];
  sentence: string;
  hint: string | null;
}

const DID: Partial<Record<AttemptStep, string>> = {
  registered: 'registered',
  signed_in: 'signed in',
  allowed: 'was allowed',
  token_issued: 'got its token',
};

/** What a program is called before people: by itself, or by its `User-Agent`. */
export function attemptName({ client, program }: Pick<ConnectionAttempt, 'client' | 'program'>): string {
  return client ?? program ?? 'A program';
}

/** Whether somebody with an account took part: a stranger alone gets no further than the sign-in page. */
export function hasMember({ steps }: Pick<ConnectionAttempt, 'steps'>): boolean {
  return steps.some(({ step }) => MEMBER_STEPS.has(step));
}

const MEMBER_STEPS: ReadonlySet<AttemptStep> = new Set(['signed_in', 'allowed', 'token_issued']);

/** Whether an attempt broke off, and not because somebody wanted it to. */
export function isBroken(attempt: ConnectionAttempt, now: number): boolean {
  const { state } = attemptWords(attempt, now);
  return (state === 'stalled' || state === 'failed') && attempt.steps.at(-1)?.step !== 'denied';
}

/** When an attempt counts as broken off if nothing follows, in milliseconds since 1970; null where it does not. */
export function breaksAt(attempt: ConnectionAttempt): number | null {
  const last = Date.parse(attempt.steps.at(-1)?.at ?? attempt.started_at);
  const moments = [0, PATIENCE_MS, PERSON_PATIENCE_MS].map((patience) => last + patience);
  return moments.find((moment) => isBroken(attempt, moment)) ?? null;
}

/** An attempt as a person should hear it: how far it got, whether it goes on, and what probably stopped it. */
export function attemptWords(attempt: ConnectionAttempt, now: number): AttemptWords {
  const name = attemptName(attempt);
  const last = attempt.steps.at(-1);
  const has = (step: AttemptStep) => attempt.steps.some((each) => each.step === step);
  const waited = last ? now - Date.parse(last.at) : 0;
  if (last?.step === 'failed') return failedWords(name, attempt, last.detail);
  if (last?.step === 'denied')
    return { state: 'failed', sentence: `${name} asked to connect, and somebody said no.`, hint: null };
  if (last?.step === 'called_without_token') return strippedWords(name);
  if (last?.step === 'called_with_other_token') return replacedWords(name);
  if (has('called'))
    return { state: 'connected', sentence: `${name} is connected: its first call arrived.`, hint: null };
  if (has('token_issued')) return tokenWords(name, attempt, waited);
  if (has('asked')) return waitingForPerson(name, attempt, waited);
  return beforePerson(name, attempt, waited);
}

function failedWords(name: string, attempt: ConnectionAttempt, detail: string | null): AttemptWords {
  const reason = oauthRefusalWords((detail ?? 'its request was not right').replace(/\.+$/, ''));
  const sentence = `${name} ${donePart(attempt)}was refused: ${reason}.`;
  return {
    state: 'failed',
    sentence,
    hint: 'Remove the connection in the assistant and add it again; if that does not help, run the checks.',
  };
}

function strippedWords(name: string): AttemptWords {
  return {
    state: 'stalled',
    sentence: `${name} got its token, but its call arrived without one: probably something on the way removes the Authorization header.`,
    hint: 'Run the checks: the row “Call with a token” says where the header is lost.',
  };
}

function replacedWords(name: string): AttemptWords {
  return {
    state: 'stalled',
    sentence: `${name} got its token, but called with another one: probably something on the way puts in its own.`,
    hint: 'Run the checks: the row “Call with a token” says whether the header is changed.',
  };
}

function tokenWords(name: string, attempt: ConnectionAttempt, waited: number): AttemptWords {
  if (waited < PATIENCE_MS) {
    const sentence = `${name} ${donePart(attempt)}is about to make its first call.`;
    return { state: 'under_way', sentence, hint: null };
  }
  return {
    state: 'stalled',
    sentence: `${joined(name, attempt)}; no call has followed for ${minutes(waited)}: probably a bot rule.`,
    hint: 'Let assistants through at the service in front of this server: in Cloudflare under Security → Bots, switch off “Block AI bots” and Bot Fight Mode for this host.',
  };
}

function waitingForPerson(name: string, attempt: ConnectionAttempt, waited: number): AttemptWords {
  const has = (step: AttemptStep) => attempt.steps.some((each) => each.step === step);
  if (has('allowed')) {
    if (waited < PATIENCE_MS)
      return { state: 'under_way', sentence: `${joined(name, attempt)} and fetches its token.`, hint: null };
    return {
      state: 'stalled',
      sentence: `${joined(name, attempt)}, but did not fetch its token for ${minutes(waited)}.`,
      hint: 'Something in front of this server probably stops its POST to /api/oauth/token: run the checks.',
    };
  }
  const where = has('signed_in') ? 'the question whether to allow it' : 'the sign-in page';
  if (waited < PERSON_PATIENCE_MS)
    return { state: 'under_way', sentence: `${name} waits for somebody at ${where}.`, hint: null };
  return {
    state: 'stalled',
    sentence: `${name} waited for somebody at ${where}, and nobody answered.`,
    hint: 'Connect again in the assistant and finish within ten minutes.',
  };
}

function beforePerson(name: string, attempt: ConnectionAttempt, waited: number): AttemptWords {
  const has = (step: AttemptStep) => attempt.steps.some((each) => each.step === step);
  const done = has('registered') ? 'registered' : 'found the workspace';
  if (waited < PATIENCE_MS)
    return { state: 'under_way', sentence: `${name} ${done} and goes on.`, hint: null };
  if (!has('registered'))
    return {
      state: 'stalled',
      sentence: `${name} found the workspace and did not go on.`,
      hint: 'It may only have looked. If it was you: its next request was probably stopped on the way; run the checks.',
    };
  return {
    state: 'stalled',
    sentence: `${name} registered, but opened no sign-in page.`,
    hint: 'Look whether the assistant opened a browser window, or whether the browser blocked it.',
  };
}

/** “Claude registered, signed in and got its token”. */
function joined(name: string, attempt: ConnectionAttempt): string {
  const parts = doneParts(attempt);
  const last = parts.pop();
  if (last === undefined) return `${name} came`;
  return parts.length === 0 ? `${name} ${last}` : `${name} ${parts.join(', ')} and ${last}`;
}

/** “registered, signed in, ”, for a sentence that goes on; empty when nothing was done. */
function donePart(attempt: ConnectionAttempt): string {
  return doneParts(attempt)
    .map((part) => `${part}, `)
    .join('');
}

function doneParts({ steps }: ConnectionAttempt): string[] {
  const done = new Set(steps.map(({ step }) => step));
  return ATTEMPT_STEPS.flatMap((step) => (done.has(step) && DID[step] !== undefined ? [DID[step]] : []));
}

function minutes(ms: number): string {
  const count = Math.floor(ms / 60_000);
  return count === 1 ? 'a minute' : `${count} minutes`;
}
