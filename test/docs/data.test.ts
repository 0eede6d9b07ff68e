import { describe, expect, it } from 'vitest';
import { layoutOf } from '../../server/storage/layout.ts';
import { SCHEMA_VERSION } from '../../server/storage/migrations.ts';
import { readRepositoryFile } from './pages.ts';

const page = await readRepositoryFile('docs/data.md');

describe('docs/data.md', () => {
  it.each(Object.keys(layoutOf('/').folders).map((name) => name.replaceAll('_', '-')))(
    'says what is in %s/',
    (folder) => {
      expect(page).toContain(`| \`${folder}/`);
    },
  );

  it('names the schema version that the program writes', () => {
    expect(page).toContain(`this program writes version ${SCHEMA_VERSION}.`);
  });
});
