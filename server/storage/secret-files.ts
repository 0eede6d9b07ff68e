import { z } from 'zod';
import type { OwnSecretName, SecretName, SecretStore } from '../ports.ts';
import { replaceFileDurably } from './durable-file.ts';
import { errorCode, unlessMissing, type FileSystem } from './file-system.ts';
import { layoutOf } from './layout.ts';
import { nodeFileSystem } from './node-file-system.ts';

const serviceKeySchema = z.strictObject({ origin: z.string(), key: z.string() });
const ownSecretSchema = z.strictObject({ secret: z.string().min(1) });

/** Keys as files in `secrets/` of the data folder, readable by its owner only (security E9). */
export function createSecretFiles(root: string, fileSystem: FileSystem = nodeFileSystem): SecretStore {
  const layout = layoutOf(root);
  const listeners = new Set<(name: SecretName) => void>();

  async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
    try {
      const text = await fileSystem.readFile(path);
      return schema.parse(JSON.parse(text.toString('utf8')));
    } catch (error) {
      // A damaged file is as good as none: its owner has the key elsewhere. What is in it is told to nobody.
      if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError || error instanceof z.ZodError) {
        return null;
      }
      throw error;
    }
  }

  async function writeJson(path: string, value: object): Promise<void> {
    await fileSystem.makeFolder(layout.folders.secrets);
    await replaceFileDurably(fileSystem, path, Buffer.from(`${JSON.stringify(value)}\n`));
  }

  const making = new Map<OwnSecretName, Promise<string>>();

  async function readOrMake(name: OwnSecretName, make: () => Promise<string>): Promise<string> {
    const known = await readJson(layout.ownSecret(name), ownSecretSchema);
    if (known) return known.secret;
    const secret = await make();
    await writeJson(layout.ownSecret(name), { secret });
    return secret;
  }

  return {
    read: (name) => readJson(layout.serviceKey(name), serviceKeySchema),
    own(name, make) {
      const made = making.get(name) ?? readOrMake(name, make).finally(() => making.delete(name));
      making.set(name, made);
      return made;
    },
    async write(name, secret) {
      const path = layout.serviceKey(name);
      if (secret === null) {
        await unlessMissing(fileSystem.unlink(path));
        await fileSystem.syncFolder(layout.folders.secrets);
      } else {
        await writeJson(path, secret);
      }
      for (const listener of listeners) listener(name);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
