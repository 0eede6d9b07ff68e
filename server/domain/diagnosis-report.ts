import { CHECK_GROUPS, type CheckGroup, type CheckStatus, type Diagnosis } from './diagnosis.ts';

export const GROUP_WORDS: Record<CheckGroup, string> = {
  server: 'Server',
  address: 'Address',
  handshake: 'Handshake',
  data: 'Data',
};

export const STATUS_WORDS: Record<CheckStatus, string> = {
  green: 'OK',
  amber: 'Look',
  red: 'Broken',
  skipped: 'Skipped',
};

/**
 * A diagnosis as a text that can be handed to somebody who helps. It holds the address, and no secret.
 *
 * @param outdated why it says nothing about now, as `outdatedWords` says it
 */
export function reportText(
  { address, started_at: at, rows }: Pick<Diagnosis, 'address' | 'started_at' | 'rows'>,
  program: { version: string; platform: string },
  outdated: string | null = null,
): string {
  const lines = [
    `Commonplace ${program.version} on ${program.platform}, connection check of ${at}`,
    `Address: ${address}`,
    ...(outdated === null ? [] : [outdated]),
  ];
  for (const group of CHECK_GROUPS) {
    const own = rows.filter((row) => row.group === group);
    if (own.length === 0) continue;
    lines.push('', GROUP_WORDS[group]);
    for (const { status, title, finding, fix } of own) {
      lines.push(`  [${STATUS_WORDS[status]}] ${title}: ${finding}`);
      if (fix !== null) lines.push(`      → ${fix}`);
    }
  }
  return `${lines.join('\n')}\n`;
}
