import { runOnSupportedNode } from '../../scripts/supported-node.js';

// Started as the product is, with what it keeps compiled, so that its start is the product's start.
await runOnSupportedNode(new URL('server.ts', import.meta.url));
