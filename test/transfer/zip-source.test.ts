import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openZipSource } from '../../server/transfer/zip-source.ts';
import { temporaryFolder } from '../cli/command-line.ts';
import { hostileArchive } from '../zip/hostile-archive.ts';
import { randomBytes } from 'node:crypto';

/** Security Z2: an archive of a few megabytes must not take the memory of the machine. */
it('an archive with more text than fits into memory is refused before anything of it is read', async () => {
  const path = join(await temporaryFolder(), 'many.zip');
  const page = Buffer.alloc(7_900_000, 'a text ');
  const pages = Array.from({ length: 26 }, (_, at) => [`${at}.md`, page] as const);
  // Incompressible, so that the archive is not refused already for how well it is packed.
  await writeFile(path, await hostileArchive([...pages, ['noise.bin', randomBytes(1_500_000)]]));
  await expect(openZipSource(path)).rejects.toMatchObject({
    code: 'payload_too_large',
    message: expect.stringContaining('more than 200 MB of Markdown'),
  });
});
