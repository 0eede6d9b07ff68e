import { z } from 'zod';
import type { SecretName, SecretStore, ServiceKey } from '../ports.ts';
import { replaceFileDurably } from './durable-file.ts';
import { errorCode, unlessMissing, type FileSystem } from './file-system.ts';
import { layoutOf } from './layout.ts';
import { nodeFileSystem } from './node-file-system.ts';

const serviceKeySchema = z.strictObject({ origin: z.string(), key: z.string() });

/** Keys as files in `secrets/` of the data folder, readable by its owner only (security E9). */
export function createSecretFiles(root: string, fileSystem: FileSystem = nodeFileSystem): SecretStore {
  const layout = layoutOf(root);
  const listeners = new Set<(name: SecretName) => void>();

  async function read(name: SecretName): Promise<ServiceKey | null> {
    try {
      const text = await fileSystem.readFile(layout.serviceKey(name));
      return serviceKeySchema.parse(JSON.parse(text.toString('utf8')));
    } catch (error) {
      // A damaged file is as good as none: its owner has the key elsewhere. What is in it is told to nobody.
      if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError || error instanceof z.ZodError) {
        return null;
      }
      throw error;
    }
  }

  return {
    read,
    async write(name, secret) {
      const path = layout.serviceKey(name);
      if (secret === null) {
        await unlessMissing(fileSystem.unlink(path));
        await fileSystem.syncFolder(layout.folders.secrets);
      } else {
        await fileSystem.makeFolder(layout.folders.secrets);
        await replaceFileDurably(fileSystem, path, Buffer.from(`${JSON.stringify(secret)}\n`));
      }
      for (const listener of listeners) listener(name);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
