import type { OperationContext } from '../define.ts';
import { person } from '../people.ts';

/** People as a sentence names them: `Ada`, `Ada and Bob`. */
export function namesOf(context: OperationContext, userIds: readonly string[]): string {
  return new Intl.ListFormat('en').format(userIds.map((id) => person(context, id).name));
}
