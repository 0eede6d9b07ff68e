import { z } from 'zod';

/** What a check is about, in the order in which the rows stand (decisions §3, "Diagnostics"). */
export const CHECK_GROUPS = ['server', 'address', 'handshake', 'data'] as const;

/** `skipped`: it makes no sense here, or not before something else is right. */
export const CHECK_STATUSES = ['green', 'amber', 'red', 'skipped'] as const;

export const findingSchema = z.strictObject({
  id: z.string(),
  group: z.enum(CHECK_GROUPS),
  title: z.string(),
  status: z.enum(CHECK_STATUSES),
  finding: z.string().describe('What was found, in plain words'),
  fix: z.string().nullable().describe('What to do about it; null where there is nothing to do'),
  took_ms: z.int().min(0),
});

/** One row of a diagnosis. It holds no secret: it is shown, copied and sent to others. */
export type Finding = z.infer<typeof findingSchema>;
export type CheckGroup = Finding['group'];
export type CheckStatus = Finding['status'];

export const diagnosisSchema = z.strictObject({
  address: z.string().describe('Start of the address that was examined, without a trailing slash'),
  was_paused: z.boolean().describe('Whether public access was paused when it began'),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable().describe('null while it runs'),
  rows: z.array(findingSchema).describe('So far, while it runs'),
  total: z.int().describe('Rows when it is finished'),
});

/** What a walk through all checks has found. */
export type Diagnosis = z.infer<typeof diagnosisSchema>;

/**
 * Why a diagnosis says nothing about the way that others take now, in a sentence; null while it does.
 *
 * @param now what a check would examine at the moment, and whether public access is paused
 */
export function outdatedWords(
  { address, was_paused: wasPaused }: Pick<Diagnosis, 'address' | 'was_paused'>,
  now: { address: string; isPaused: boolean },
): string | null {
  if (wasPaused !== now.isPaused)
    return `From before public access was ${now.isPaused ? 'paused' : 'resumed'}: check again.`;
  return address === now.address ? null : `From before the address was ${now.address}: check again.`;
}

/** What a check has found that was made because an attempt to connect broke off. */
export const attemptCheckSchema = z.strictObject({
  attempt: z.strictObject({
    id: z.string(),
    name: z.string().describe('What the program is called'),
    at: z.iso.datetime().describe('Its last step'),
  }),
  checked_at: z.iso.datetime(),
  cause: findingSchema.nullable().describe('What stands in the way of a client; null when nothing was found'),
});
export type AttemptCheck = z.infer<typeof attemptCheckSchema>;

/** What keeps clients out, as far as a check has seen it: the earliest red row, from which others often follow. */
export function causeOf(rows: readonly Finding[]): Finding | null {
  return rows.find(({ status, group }) => status === 'red' && group !== 'data') ?? null;
}

/** The worst of some rows: the light of a whole group, or of everything. */
export function worstStatus(rows: readonly Pick<Finding, 'status'>[]): CheckStatus {
  for (const status of ['red', 'amber', 'green'] as const)
    if (rows.some((row) => row.status === status)) return status;
  return 'skipped';
}
