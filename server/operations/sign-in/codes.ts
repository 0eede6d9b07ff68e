import { newId } from '../../domain/identifier.ts';
import type { SignInCode, SignInCodeKind } from '../../domain/sign-in-code.ts';
import { AppError } from '../../errors.ts';
import type { OperationContext } from '../define.ts';

/** How long each kind may be used. */
const LIFETIME_MS: Readonly<Record<SignInCodeKind, number>> = {
  sign_in: 10 * 60_000,
  invitation: 7 * 86_400_000,
};

/** Whether a code may still be used. */
export function isUsable({ ended_at, expires_at }: SignInCode, now: number): boolean {
  return ended_at === null && now < Date.parse(expires_at);
}

/**
 * Stores a code for a person. It replaces those of its kind, so that at most one is alive, and those that are over
 * are forgotten.
 *
 * @param secretHash SHA-256 of the code or the link's secret, hex
 */
export function stageCode(
  context: OperationContext,
  { kind, userId, secretHash }: { kind: SignInCodeKind; userId: string; secretHash: string },
): SignInCode {
  forgetCodesOf(context, userId, (code) => code.kind === kind);
  const code: SignInCode = {
    id: newId('sign_in_code'),
    kind,
    user_id: userId,
    secret_hash: secretHash,
    created_by: context.user.id,
    created_at: context.now,
    expires_at: new Date(Date.parse(context.now) + LIFETIME_MS[kind]).toISOString(),
    ended_at: null,
  };
  context.tx.sign_in_codes.put(code);
  return code;
}

/** Withdraws codes and invitations of a person. */
export function forgetCodesOf(
  { tx, services }: OperationContext,
  userId: string,
  isMeant: (code: SignInCode) => boolean = () => true,
): void {
  tx.claim(`sign-in-codes:${userId}`);
  for (const code of services.views.signInCodesOf(userId))
    if (isMeant(code)) tx.sign_in_codes.delete(code.id);
}

/**
 * Uses a code up; of two who bring it at once, one gets in.
 *
 * @throws {AppError} unauthorized when it was used, withdrawn or has expired meanwhile
 */
export function spendCode(context: OperationContext, id: string, kind: SignInCodeKind): void {
  const code = context.tx.sign_in_codes.get(id);
  if (code?.kind !== kind || code.user_id !== context.user.id || !isUsable(code, Date.parse(context.now))) {
    throw new AppError('unauthorized', 'This code is not valid any more.');
  }
  context.tx.sign_in_codes.put({ ...code, ended_at: context.now });
}
