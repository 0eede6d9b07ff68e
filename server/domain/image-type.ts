import { z } from 'zod';

/** Accepted image types (specification, "Image attachment"). */
export const imageTypeSchema = z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
export type ImageType = z.infer<typeof imageTypeSchema>;
