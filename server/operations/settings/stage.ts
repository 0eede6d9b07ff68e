import type { Settings } from '../../domain/settings.ts';
import type { OperationContext } from '../define.ts';

/** Stages the workspace's settings. What else their record holds, such as how far the first run went, stays. */
export function stageSettings({ tx }: OperationContext, values: Partial<Settings>): void {
  tx.settings.put({ ...tx.settings.get('workspace'), id: 'workspace', values });
}
