import { z } from 'zod';
import { COMMAND } from '../../command-name.ts';
import { NEW_FIRST_RUN } from '../../domain/first-run.ts';
import { displayNameSchema, usernameSchema } from '../../domain/user.ts';
import { workspaceNameSchema } from '../../domain/workspace-name.ts';
import { conflict, forbidden, type AppError } from '../../errors.ts';
import { passwordSchema } from '../../domain/password.ts';
import { shellWord } from '../../shell-word.ts';
import { defineOperation } from '../define.ts';
import { stageSpace } from '../spaces/create.ts';
import { stageUser } from '../users/create.ts';
import { presentUser, userSchema } from '../users/view.ts';

/** The space that a new workspace starts with, so that the first document has a place. */
export const FIRST_SPACE = {
  slug: 'notes',
  name: 'Notes',
  description: '',
  visibility: 'workspace',
} as const;

/** Turns an empty data folder into a workspace: its owner (the first admin), its name, a first space. */
export const initializeWorkspace = defineOperation({
  name: 'workspace.initialize',
  summary: 'Set up a new workspace',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({
    username: usernameSchema,
    name: displayNameSchema.optional(),
    password: passwordSchema.optional(),
    workspace_name: workspaceNameSchema.optional(),
    first_run: z.boolean().default(false).describe('The owner is led through what a new workspace needs'),
  }),
  output: z.object({ user: userSchema, space: z.string() }),
  async run(context, { workspace_name, first_run: hasFirstRun, ...owner }) {
    if (context.actor.credential.kind !== 'system')
      throw forbidden('A workspace is set up by the program itself.');
    if (context.services.store.tables.users.size > 0) {
      throw existing(context.services.place.dataFolder);
    }
    const user = await stageUser(context, { ...owner, role: 'admin', email: null, training_manager: true });
    const space = stageSpace(context, FIRST_SPACE);
    context.tx.settings.put({
      id: 'workspace',
      values: workspace_name === undefined ? {} : { workspace_name },
      ...(hasFirstRun && { first_run: NEW_FIRST_RUN }),
    });
    context.record(
      { type: 'workspace', id: context.services.store.instanceId },
      { details: { owner: owner.username } },
    );
    return { user: presentUser(user), space: space.slug };
  },
});

function existing(folder: string): AppError {
  return conflict(`There is a workspace in ${folder} already.`, {
    hint: `Use it with: ${COMMAND} serve --data ${shellWord(folder)}. A new one needs another folder.`,
  });
}
