import { COMMAND } from '../../command-name.ts';
import { amber, green, red, type Check } from '../check.ts';

export const damage: Check = {
  id: 'damage',
  group: 'data',
  title: 'Files',
  needs: [],
  run({ services: { store } }) {
    const fix = `See what it is under Diagnostics → Your data, or with: ${COMMAND} verify`;
    if (store.readOnlyReason !== null)
      return red(`Nothing can be saved at the moment: ${store.readOnlyReason}`, fix);
    const { damage: found } = store;
    if (found.some(({ lost }) => lost)) return red('Something that was saved could not be recovered.', fix);
    if (found.length > 0)
      return amber(
        `${found.length} damaged ${found.length === 1 ? 'file was' : 'files were'} put right at the start.`,
        fix,
      );
    return green('No damage was found when the workspace was opened.');
  },
};
