import { net } from 'electron';
import { readFileSync } from 'node:fs';
import { repositoryOf } from './repository.ts';

const TIME_LIMIT_MS = 10_000;

/** Of the package that runs: packaging writes into it where it comes from. In the sources it is the project's own. */
const MANIFEST = new URL('../package.json', import.meta.url);

/** How to ask for the newest release; undefined for a build that names no repository. Proxies of the system count. */
export function releaseFetcher(): (() => Promise<unknown>) | undefined {
  const repository = repositoryOf(JSON.parse(readFileSync(MANIFEST, 'utf8')));
  if (repository === undefined) return undefined;
  return async () => {
    const answer = await net.fetch(`https://api.github.com/repos/${repository}/releases/latest`, {
      headers: { Accept: 'application/vnd.github+json' },
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
      credentials: 'omit',
    });
    if (!answer.ok) throw new Error(`The releases answered with status ${answer.status}.`);
    return answer.json();
  };
}
