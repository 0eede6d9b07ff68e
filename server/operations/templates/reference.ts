import { lineSchema } from '../../domain/text.ts';

/** How a caller names a template. What nobody is called names nothing, and is answered like that. */
export const templateReference = lineSchema(100).describe('Name or id (tpl_…) of a template');
