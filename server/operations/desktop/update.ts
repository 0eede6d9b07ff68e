import {
  desktopPreferencesSchema,
  desktopPreferencesUpdateSchema,
} from '../../domain/desktop-preferences.ts';
import { NothingToChange } from '../../errors.ts';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';
import { desktopSchema, presentDesktop } from './read.ts';
import { requireDesktop } from './require.ts';

/** Changes how the desktop app behaves on this computer. */
export const updateDesktop = defineOperation({
  name: 'desktop.update',
  summary: 'Change how the desktop app behaves',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: desktopPreferencesUpdateSchema,
  output: desktopSchema,
  async run(context, changes) {
    requireAdmin(context, 'change how the desktop app behaves');
    const desktop = requireDesktop(context.services);
    const changed = Object.entries(changes).filter(([, value]) => value !== undefined);
    if (changed.length === 0) throw new NothingToChange(Object.keys(desktopPreferencesSchema.shape));
    await desktop.update(Object.fromEntries(changed));
    context.record(
      { type: 'settings', id: 'desktop' },
      { details: { changed: changed.map(([name]) => name).join(', ') }, isEvent: true },
    );
    return presentDesktop(desktop);
  },
});
