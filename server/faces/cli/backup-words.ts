import type { BackupContents } from '../../backup-ports.ts';
import { plural } from './output.ts';

/** What is in a backup, as part of a sentence. */
export function describeBackup({ counts, missing }: { counts: BackupContents; missing: number }): string {
  const parts = [
    plural(counts.documents, 'document'),
    plural(counts.versions, 'version'),
    plural(counts.attachments, 'image'),
    plural(counts.spaces, 'space'),
    plural(counts.people, 'person', 'people'),
  ];
  const lost = missing === 0 ? '' : ` (without ${plural(missing, 'file')} that had been lost before)`;
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}${lost}`;
}

export function megabytes(bytes: number): string {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
