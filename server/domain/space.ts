import { z } from 'zod';
import { lineSchema, textSchema } from './text.ts';

/** Slugs become file names on export, so they stay in the safe set (security Z1). */
export const slugSchema = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/,
    'must be 1 to 64 of a-z, 0-9 and dash, not starting or ending with a dash',
  )
  .describe('Space slug');

export const visibilitySchema = z.enum(['workspace', 'private']);
export const memberRightSchema = z.enum(['read', 'edit', 'none']);
export const spaceNameSchema = lineSchema(100);
export const spaceDescriptionSchema = textSchema(1000);

export type Visibility = z.infer<typeof visibilitySchema>;
export type MemberRight = z.infer<typeof memberRightSchema>;

export interface Space {
  id: string;
  slug: string;
  name: string;
  description: string;
  visibility: Visibility;
  /** Rights given by name, user id → right. They win over what the visibility gives. */
  members: Record<string, MemberRight>;
  created_at: string;
  updated_at: string;
}
