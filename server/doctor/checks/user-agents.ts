import { green, red, type Check } from '../check.ts';
import { explainAnswer, LET_BOTS_THROUGH } from '../edge-answers.ts';
import { MCP_PATH } from '../../identity/oauth/endpoints.ts';
import { toolsList } from '../walk.ts';
import { toolCount } from './tools.ts';

/** What assistants call themselves; bot rules go by it (mcp-oauth §6; decisions §4, ask 2). */
const AGENTS = {
  Claude: 'Claude-User/1.0 (+https://www.anthropic.com)',
  'Claude (python-httpx)': 'python-httpx/0.28.1',
  ChatGPT:
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0; +https://openai.com/bot)',
  'ChatGPT (openai-mcp)': 'openai-mcp/1.0.0',
} as const;

/** The first real call is where bot rules strike: sign-in has succeeded by then, and no log of ours shows anything. */
export const userAgents: Check = {
  id: 'user_agents',
  group: 'handshake',
  title: 'Bot rules',
  needs: ['tools'],
  async run(walk) {
    const visits = await Promise.all(
      Object.entries(AGENTS).map(async ([name, userAgent]) => ({
        name,
        visit: await walk.visit(MCP_PATH, { ...toolsList(), isAuthorized: true, userAgent }),
      })),
    );
    const stopped = visits.filter(({ visit }) => toolCount(visit) === undefined);
    const [first] = stopped;
    if (!first) return green('Calls under the names of Claude and ChatGPT arrive like any other.');
    const names = stopped.map(({ name }) => name).join(', ');
    if (first.visit.kind === 'answer' && first.visit.arrival === undefined)
      return red(
        `Calls under the name of ${names} are refused on the way (${first.visit.status}), while others pass: a bot rule in front of this server.`,
        LET_BOTS_THROUGH,
      );
    return explainAnswer(walk, first.visit);
  },
};
