#!/usr/bin/env node
import { runOnSupportedNode } from '../scripts/supported-node.js';

await runOnSupportedNode(new URL('../server/cli.ts', import.meta.url));
