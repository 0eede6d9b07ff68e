import type { Tool } from '../tool.ts';
import { createDocTool } from './create-doc.ts';
import { listDocsTool } from './list-docs.ts';
import { listSpacesTool } from './list-spaces.ts';
import { readDocTool } from './read-doc.ts';
import { searchDocsTool } from './search-docs.ts';
import { updateDocTool } from './update-doc.ts';

/** Every tool of the connector, in the order in which clients list them. */
export const tools: readonly Tool[] = [
  listSpacesTool,
  listDocsTool,
  searchDocsTool,
  readDocTool,
  createDocTool,
  updateDocTool,
];
