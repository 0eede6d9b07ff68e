import { expect, test } from 'vitest';
import { richBlocksPage } from './manual-page.ts';

test('docs/rich-blocks.md is made from the definitions that the parser reads by (vitest -u writes it anew)', async () => {
  await expect(richBlocksPage()).toMatchFileSnapshot('../../docs/rich-blocks.md');
});
