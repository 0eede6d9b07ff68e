import type { Settings } from '../../domain/settings.ts';
import { settingsSchema, settingsUpdateSchema } from '../../domain/settings-schema.ts';
import { badRequest } from '../../errors.ts';
import { defineOperation, type AuditDetails } from '../define.ts';
import { chooseMirrorFolder } from '../markdown-mirror/choose-folder.ts';
import { requireAdmin } from '../perform.ts';
import { stageSettings } from './stage.ts';
import { checkPublicAccess } from '../public-access/check-settings.ts';

/** Changes the named workspace settings. */
export const updateSettings = defineOperation({
  name: 'settings.update',
  summary: 'Change the workspace settings',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: settingsUpdateSchema,
  output: settingsSchema,
  async run(context, changes) {
    requireAdmin(context, 'change the workspace settings');
    const named = Object.entries(changes).filter(([, value]) => value !== undefined);
    if (named.length === 0) {
      throw badRequest('Nothing to change: name at least one setting.', {
        hint: `Settings: ${Object.keys(settingsSchema.shape).join(', ')}.`,
      });
    }
    const values = { ...context.settings, ...Object.fromEntries(named) };
    checkPublicAccess(values);
    await chooseMirrorFolder(context.services, changes);
    stageSettings(context, values);
    context.record(
      { type: 'settings', id: 'workspace' },
      { details: { changed: named.map(([key]) => key).join(', '), ...whereTextsGo(changes) } },
    );
    return values;
  },
});

/** Where texts are sent is on record with who decided it. */
function whereTextsGo({ embeddings, markdown_mirror: mirror }: Partial<Settings>): AuditDetails {
  return {
    ...(embeddings !== undefined && {
      embeddings: embeddings === 'off' ? 'off' : `${embeddings.model} at ${embeddings.url}`,
    }),
    ...(mirror !== undefined && { markdown_mirror: mirror === '' ? 'off' : mirror }),
  };
}
