import { describe, expect, it } from 'vitest';
import { tools } from '../../../server/faces/mcp/tools/catalog.ts';
import { operations } from '../../../server/operations/registry.ts';
import { ACTIONS } from './action-words.ts';

const named = new Set(ACTIONS.map(({ value }) => value));

describe('the audit log in words', () => {
  /** Whatever changes something is recorded, and every call through the connector. */
  const recorded = [
    ...operations.filter(({ effect }) => effect !== 'read'),
    ...tools.map(({ operation }) => operation),
  ].map(({ name }) => name);

  it.each([...new Set([...recorded, 'mcp.call_tool'])])('%s has words', (action) => {
    expect(named).toContain(action);
  });
});
