import type { Sitting } from '../../domain/sitting.ts';
import { maySeeSitting } from '../../policies/sittings.ts';
import type { OperationContext } from '../define.ts';
import { missing } from '../documents/load.ts';

/** A sitting that the acting user may see; hidden and unknown ones answer alike (security A2). */
export function loadSitting(context: OperationContext, id: string): Sitting {
  const sitting = context.tx.sittings.get(id);
  if (!sitting || !maySeeSitting(context.user, sitting)) throw missing(context, 'sitting');
  return sitting;
}
