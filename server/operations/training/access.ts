import type { Settings } from '../../domain/settings.ts';
import type { User } from '../../domain/user.ts';
import type { AppError } from '../../errors.ts';
import { refusalFor } from '../../policies/decision.ts';
import { isTrainingOn, mayManageTraining } from '../../policies/training.ts';

/**
 * Why somebody may not manage trainings, or undefined: the workspace's switch first, then the person. One answer for
 * the operations and for the connector, which hides its training tools by it (security M1).
 */
export function trainingRefusal(settings: Settings, user: User): AppError | undefined {
  return refusalFor(isTrainingOn(settings)) ?? refusalFor(mayManageTraining(user));
}
