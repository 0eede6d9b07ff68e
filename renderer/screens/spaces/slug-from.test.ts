import { describe, expect, it } from 'vitest';
import { slugSchema } from '../../../server/domain/space.ts';
import { slugFrom } from './slug-from.ts';

describe('the short name that is proposed for a space', () => {
  it.each([
    ['Handbook', 'handbook'],
    ['Küche & Bar', 'kuche-bar'],
    ['  2026: plans!  ', '2026-plans'],
    [`${'a'.repeat(63)} b`, 'a'.repeat(63)],
  ])('of “%s” is accepted as it is', (name, slug) => {
    expect(slugFrom(name)).toBe(slug);
    expect(slugSchema.safeParse(slug).success).toBe(true);
  });

  it('is left to the person where nothing of the name can stand in an address', () => {
    expect(slugFrom('知識')).toBe('');
  });
});
