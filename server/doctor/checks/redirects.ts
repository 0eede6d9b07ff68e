import { green, type Check } from '../check.ts';
import { explainAnswer } from '../edge-answers.ts';

/** Redirects such as from www to the bare name: tokens are dropped on them, and a POST becomes a GET (mcp-oauth §6). */
export const redirects: Check = {
  id: 'redirects',
  group: 'address',
  title: 'No redirects',
  needs: ['port', 'certificate'],
  async run(walk) {
    const visits = await Promise.all([walk.once('health'), walk.once('challenge'), walk.once('resource')]);
    for (const visit of visits) {
      const isRedirect = visit.kind === 'answer' && visit.status >= 300 && visit.status < 400;
      if (isRedirect) return explainAnswer(walk, visit);
    }
    return green('Requests are answered where they are sent to.');
  },
};
