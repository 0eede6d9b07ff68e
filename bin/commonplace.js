#!/usr/bin/env node
import { ensureApp } from '../scripts/ensure-app.js';
import { runOnSupportedNode } from '../scripts/supported-node.js';

if (process.argv[2] === 'serve') await ensureApp();
await runOnSupportedNode(new URL('../server/cli.ts', import.meta.url));
