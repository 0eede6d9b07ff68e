import { enableCompileCache } from 'node:module';
import { keepStrippedTypes } from './stripped-types.js';

// Preloaded into the child that the launcher starts. The channel to the launcher closes the moment the launcher is
// gone, even after a kill that it could not pass on; what was acknowledged by then is on disk.
process.on('disconnect', () => process.exit(1));
// Waiting for that must not keep a finished command running.
process.channel?.unref();
enableCompileCache();
keepStrippedTypes();
