import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { blockDefinitions } from '../../markdown/blocks/catalog.ts';
import { closestBlocks, findBlock, writingGuide } from '../../markdown/guide.ts';
import { defineOperation } from '../define.ts';

const blockNames = blockDefinitions.map(({ name }) => name);

/** "Returns the authoring reference for every rich block." (specification, MCP tools) */
export const readWritingGuide = defineOperation({
  name: 'documents.writing_guide',
  summary: 'Read the writing guide',
  scope: 'read',
  effect: 'read',
  input: z.strictObject({
    block: z
      .string()
      .trim()
      .min(1)
      .max(64)
      .optional()
      .describe(`One block only: ${blockNames.join(', ')}`),
  }),
  output: z.object({
    blocks: z.array(z.string()).describe('Names of the blocks that the guide describes'),
    guide: z.string().describe('Markdown'),
  }),
  run(_context, { block: name }) {
    if (name === undefined) return { blocks: blockNames, guide: writingGuide() };
    const block = findBlock(name);
    if (!block) {
      throw new AppError('not_found', 'The writing guide has no such block.', {
        hint: `Ask for ${closestBlocks(name).join(', ')}, or leave block out for the whole guide.`,
      });
    }
    return { blocks: [block.name], guide: writingGuide(block) };
  },
});
