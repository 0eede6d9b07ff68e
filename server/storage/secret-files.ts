import { z } from 'zod';
import type { SecretBox } from '../desktop-ports.ts';
import type { GivenSecrets, OwnSecretName, SecretName, SecretStore } from '../ports.ts';
import { replaceFileDurably } from './durable-file.ts';
import { errorCode, unlessMissing, type FileSystem } from './file-system.ts';
import { layoutOf } from './layout.ts';
import { nodeFileSystem } from './node-file-system.ts';

const givenSchemas: { [Name in SecretName]: z.ZodType<GivenSecrets[Name]> } = {
  embeddings: z.strictObject({ origin: z.string(), key: z.string() }),
  tunnel: z.strictObject({ token: z.string() }),
};
const ownSecretSchema = z.strictObject({ secret: z.string().min(1) });

const sealedSchema = z.strictObject({ sealed: z.string() });

export interface SecretFilesOptions {
  fileSystem?: FileSystem;
  /** Seals what the owner gave. What the program made for itself stays plain: a workspace moves with its connections. */
  box?: SecretBox | undefined;
}

/** Keys as files in `secrets/` of the data folder, readable by its owner only (security E9). */
export function createSecretFiles(
  root: string,
  { fileSystem = nodeFileSystem, box }: SecretFilesOptions = {},
): SecretStore {
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

  async function writeGiven(path: string, secret: object): Promise<void> {
    const content = box ? { sealed: await box.seal(JSON.stringify(secret)) } : secret;
    await writeJson(path, content);
  }

  /** One that is still plain is sealed as soon as there is somebody to seal it. */
  async function readGiven<T extends object>(path: string, schema: z.ZodType<T>): Promise<T | null> {
    const file = await readJson(path, z.union([sealedSchema, schema]));
    const sealed = sealedSchema.safeParse(file);
    if (sealed.success)
      return (await box?.open(sealed.data.sealed).then(parseWith(schema)).catch(ignored)) ?? null;
    const secret = schema.safeParse(file).data ?? null;
    if (box && secret !== null) await writeGiven(path, secret);
    return secret;
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
    read: (name) => readGiven(layout.givenSecret(name), givenSchemas[name]),
    own(name, make) {
      const made = making.get(name) ?? readOrMake(name, make).finally(() => making.delete(name));
      making.set(name, made);
      return made;
    },
    async write(name, secret) {
      const path = layout.givenSecret(name);
      if (secret === null) {
        await unlessMissing(fileSystem.unlink(path));
        await fileSystem.syncFolder(layout.folders.secrets);
      } else {
        await writeGiven(path, secret);
      }
      for (const listener of listeners) listener(name);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** What was sealed elsewhere cannot be opened: it is as good as none. */
const ignored = () => null;

function parseWith<T>(schema: z.ZodType<T>): (text: string) => T | null {
  return (text) => schema.safeParse(JSON.parse(text)).data ?? null;
}
