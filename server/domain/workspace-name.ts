import { lineSchema } from './text.ts';

export const workspaceNameSchema = lineSchema(100).describe('Name of the workspace');
