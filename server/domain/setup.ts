import { z } from 'zod';
import { isContextPassword, passwordSchema } from './password.ts';
import { displayNameSchema, usernameSchema } from './user.ts';
import { workspaceNameSchema } from './workspace-name.ts';

/** What the set-up asks of the person; everything else has a default that they can change later. */
export const setupInputSchema = z
  .strictObject({
    workspace_name: workspaceNameSchema,
    username: usernameSchema,
    name: displayNameSchema.optional(),
    password: passwordSchema,
  })
  .refine(
    // Refused before anything is made: a folder with half a workspace in it would not be empty any more.
    ({ password, ...names }) => !isContextPassword(password, Object.values(names)),
    { path: ['password'], message: 'is too close to a name that others know' },
  );

export type SetupInput = z.input<typeof setupInputSchema>;

/** What the first page shows before there is a workspace. */
export interface SetupFacts {
  /** Absolute path of the folder that the workspace will live in. */
  data_folder: string;
  /** What the fields begin with. */
  workspace_name: string;
  /** The person's name on this computer, where it can be a username; otherwise empty. */
  username: string;
}
