import type { SemanticStatus } from '../../search-ports.ts';

/** What is said about meaning where no provider is configured. */
export const SEMANTIC_OFF: SemanticStatus = {
  state: 'off',
  model: null,
  embedded: 0,
  documents: 0,
  problem: null,
  retry_at: null,
};
