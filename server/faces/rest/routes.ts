import type { Endpoint, RestRoute } from './route.ts';
import { attachmentRoutes } from './routes/attachments.ts';
import { documentRoutes } from './routes/documents.ts';
import { trainingRoutes } from './routes/training.ts';
import { workspaceRoutes } from './routes/workspace.ts';

/** Every endpoint of the REST interface, below `/api/v1` (specification, "Endpoints"; decisions, section 1). */
export const routes: readonly RestRoute[] = [
  ...workspaceRoutes,
  ...documentRoutes,
  ...attachmentRoutes,
  ...trainingRoutes,
];

export type LoadedRoute = Pick<RestRoute, 'method' | 'path'> & Endpoint;

/** The whole table with what stands behind each row: for descriptions, which a start does not need. */
export function loadRoutes(): Promise<LoadedRoute[]> {
  return Promise.all(routes.map(async ({ method, path, load }) => ({ method, path, ...(await load()) })));
}
