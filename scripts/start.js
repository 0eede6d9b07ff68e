import { runOnSupportedNode } from './supported-node.js';

// `npm start`: serves the workspace, or says how to make one.
await runOnSupportedNode(new URL('../server/serve-or-welcome.ts', import.meta.url));
