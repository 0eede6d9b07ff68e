import { describe, expect, it } from 'vitest';
import { nextStep, type FirstRun } from './steps.ts';

const run = (steps: Partial<Record<FirstRun['steps'][number]['step'], 'open' | 'done' | 'skipped'>>) => ({
  steps: Object.entries(steps).map(([step, state]) => ({ step, state })) as FirstRun['steps'],
});

describe('where the first run goes on', () => {
  it('is the first open step', () => {
    expect(nextStep(run({ backup: 'done', sample: 'skipped', address: 'open' }))).toBe('address');
  });

  it('is the one after the step that was just settled, before those that were passed over', () => {
    const state = run({ backup: 'open', sample: 'done', address: 'done', check: 'open' });
    expect(nextStep(state, 'sample')).toBe('check');
    expect(nextStep(state, 'check')).toBe('backup');
  });

  it('begins again with what was passed over, and ends when nothing is open', () => {
    expect(nextStep(run({ backup: 'open', sample: 'done' }), 'sample')).toBe('backup');
    expect(nextStep(run({ backup: 'skipped', sample: 'done' }), 'sample')).toBeUndefined();
  });
});
