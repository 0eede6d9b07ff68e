import type { Settings } from '../domain/settings.ts';
import type { Space } from '../domain/space.ts';
import type { User } from '../domain/user.ts';
import { ALLOWED, denied, type Decision } from './decision.ts';
import { maySeeSpace } from './spaces.ts';

/** "Needs the enterprise training entitlement" (specification, MCP tools): here a switch of the workspace. */
export function isTrainingOn({ training }: Pick<Settings, 'training'>): Decision {
  return training
    ? ALLOWED
    : denied(
        'Training is switched off in this workspace.',
        'An admin switches it on at the machine of the workspace, in the app under Settings → Training, or with the command `settings set training on`.',
      );
}

/** "Training manager is a separate flag, admins included" (decisions, `/me`). */
export function mayManageTraining(user: User): Decision {
  return user.training_manager || user.role === 'admin'
    ? ALLOWED
    : denied('Only training managers may do this.', 'Ask an admin to make you a training manager.');
}

/** Decks and results carry the document's title, so they are for those who may look into its space (security A4). */
export function maySeeDeckOf(user: User, space: Space | undefined): boolean {
  return space !== undefined && maySeeSpace(user, space);
}
