import { describe, expect, it } from 'vitest';
import { CLIENTS } from '../../server/domain/client-config.ts';
import { TRUST_LEVELS } from '../../server/domain/trust-level.ts';
import { TRUST_LEVEL_WORDS } from '../../server/domain/trust-level-words.ts';
import { operations } from '../../server/operations/registry.ts';
import { readRepositoryFile, sectionOf, tableRows } from './pages.ts';

const page = await readRepositoryFile('docs/connected-apps.md');

describe('docs/connected-apps.md', () => {
  it('has a row for every trust level, in their order and by the name that people choose it by', () => {
    const rows = tableRows(sectionOf(page, '## How far an app may go')).map(([name = '']) => name);
    expect(rows.filter((name) => name.startsWith('**'))).toEqual(
      TRUST_LEVELS.map((level) => `**${TRUST_LEVEL_WORDS[level].label}** \`${level}\``),
    );
  });

  it.each(CLIENTS)('says how %s is connected', (client) => {
    expect(sectionOf(page, '## Connect a program')).toContain(`npx commonplace app config ${client}\n`);
  });

  it('names the entries of the audit log as they are', () => {
    const known = new Set(operations.map(({ name }) => name));
    const named = [...page.matchAll(/`(connected_apps\.[a-z_]+)`/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});
