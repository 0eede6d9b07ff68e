import type { Tool } from '../tool.ts';
import { addImageTool } from './add-image.ts';
import { assignTrainingTool } from './assign-training.ts';
import { createDocTool } from './create-doc.ts';
import { createTrainingDeckTool } from './create-training-deck.ts';
import { fetchTool } from './fetch.ts';
import { listDocsTool } from './list-docs.ts';
import { listSpacesTool } from './list-spaces.ts';
import { listTemplatesTool } from './list-templates.ts';
import { readDocTool } from './read-doc.ts';
import { requestUploadTool } from './request-upload.ts';
import { searchTool } from './search.ts';
import { searchDocsTool } from './search-docs.ts';
import { trainingStatusTool } from './training-status.ts';
import { updateDocTool } from './update-doc.ts';
import { writingGuideTool } from './writing-guide.ts';

/** Every tool of the connector, in the order in which clients list them. */
export const tools: readonly Tool[] = [
  listSpacesTool,
  listDocsTool,
  searchDocsTool,
  readDocTool,
  writingGuideTool,
  listTemplatesTool,
  createDocTool,
  updateDocTool,
  addImageTool,
  requestUploadTool,
  createTrainingDeckTool,
  assignTrainingTool,
  trainingStatusTool,
  searchTool,
  fetchTool,
];
