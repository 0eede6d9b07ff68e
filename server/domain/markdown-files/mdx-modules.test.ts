import { describe, expect, it } from 'vitest';
import { withoutModuleBlocks } from './mdx-modules.ts';

describe('module blocks of MDX', () => {
  it('are dropped with the blank lines behind them', () => {
    const text = "import A from 'a'\nimport { B } from 'b';\n\nexport const c = 1\n\n# Title\n\nText.\n";
    expect(withoutModuleBlocks(text)).toEqual({ text: '# Title\n\nText.\n', dropped: 2 });
  });

  it('reach to the closing bracket, over blank lines', () => {
    const text = "export const data = {\n  a: '}',\n\n  b: [1, 2],\n}\n\nText.\n";
    expect(withoutModuleBlocks(text)).toEqual({ text: 'Text.\n', dropped: 1 });
  });

  it('end at their paragraph when a bracket is never closed', () => {
    expect(withoutModuleBlocks('export const a = {\n\nText (still here).\n').text).toBe(
      'Text (still here).\n',
    );
  });

  it('are left alone in code, in prose and behind an indent', () => {
    const text =
      "Please\nimport it.\n\n```js\nimport a from 'a'\n```\n\n  import x from 'y'\n\nimportant words\n";
    expect(withoutModuleBlocks(text)).toEqual({ text, dropped: 0 });
  });

  it('are looked for in a text of 200,000 that never close (a quadratic reader would outlive the time limit)', () => {
    expect(withoutModuleBlocks('import {\n\n'.repeat(200_000))).toEqual({ text: '', dropped: 200_000 });
  });
});
