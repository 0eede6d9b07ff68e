import { DEFAULT_SETTINGS, type Settings } from '../../domain/settings.ts';
import type { OperationContext } from '../define.ts';

/**
 * Stages the workspace's settings. What else their record holds, such as how far the first run went, stays; but whoever
 * chooses another way for others has made up their mind, and a pause of the way before is over.
 */
export function stageSettings({ tx, settings }: OperationContext, values: Partial<Settings>): void {
  const { public_access_paused: isPaused, ...record } = tx.settings.get('workspace') ?? {};
  const { public_access: way = DEFAULT_SETTINGS.public_access } = values;
  const staysPaused = isPaused === true && way === settings.public_access;
  tx.settings.put({
    ...record,
    id: 'workspace',
    values,
    ...(staysPaused && { public_access_paused: true }),
  });
}

/** Stages that public access is held back, or is not any more. */
export function stagePause({ tx }: OperationContext, isPaused: boolean): void {
  const { public_access_paused: _before, ...record } = tx.settings.get('workspace') ?? {};
  tx.settings.put({
    values: {},
    ...record,
    id: 'workspace',
    ...(isPaused && { public_access_paused: true }),
  });
}
