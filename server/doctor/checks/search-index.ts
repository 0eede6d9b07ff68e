import { COMMAND } from '../../command-name.ts';
import { amber, green, skipped, type Check } from '../check.ts';

export const searchIndex: Check = {
  id: 'search_index',
  group: 'data',
  title: 'Search index',
  needs: [],
  async run({ services }) {
    const { state, indexed, documents, problem } = await services.search.status();
    if (state === 'off') return skipped('Search is switched off here.');
    if (state === 'building')
      return amber(
        `It is being built: ${indexed.toLocaleString('en')} of ${documents.toLocaleString('en')} pages are in it.`,
        'Wait until it is complete; until then searches find what is in it.',
      );
    if (state === 'unavailable')
      return amber('It is being started again.', 'Run the checks again in a moment.');
    if (indexed < documents)
      return amber(
        `${indexed.toLocaleString('en')} of ${documents.toLocaleString('en')} pages are in it.`,
        `Build it anew under Settings → Search, or with: ${COMMAND} index rebuild`,
      );
    const count = `${documents.toLocaleString('en')} ${documents === 1 ? 'page is' : 'pages are'} in it.`;
    return green(problem === null ? count : `${count} ${problem}`);
  },
};
