import { ensureApp } from './ensure-app.js';
import { runOnSupportedNode } from './supported-node.js';

// `npm start`: serves the workspace, or says how to make one.
await ensureApp();
await runOnSupportedNode(new URL('../server/serve-or-welcome.ts', import.meta.url));
