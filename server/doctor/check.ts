import type { CheckGroup, CheckStatus } from '../domain/diagnosis.ts';
import type { LiveTopic } from '../live-topics.ts';
import type { Walk } from './walk.ts';

/** What a check has found, in words for whoever runs the place. */
export interface Verdict {
  status: CheckStatus;
  finding: string;
  fix: string | null;
}

/** One row of a diagnosis. */
export interface Check {
  id: string;
  group: CheckGroup;
  title: string;
  /** Ids of checks that have to be green or amber before this one means anything. */
  needs: readonly string[];
  /** After what its row is found anew without a walk: only for checks of this computer, which ask nobody else. */
  renewedBy?: readonly LiveTopic[];
  run(walk: Walk): Verdict | Promise<Verdict>;
}

export const green = (finding: string): Verdict => ({ status: 'green', finding, fix: null });
export const amber = (finding: string, fix: string): Verdict => ({ status: 'amber', finding, fix });
export const red = (finding: string, fix: string): Verdict => ({ status: 'red', finding, fix });
export const skipped = (finding: string, fix: string | null = null): Verdict => ({
  status: 'skipped',
  finding,
  fix,
});
