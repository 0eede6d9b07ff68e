import { net } from 'electron';
import packageJson from '../package.json' with { type: 'json' };

const TIME_LIMIT_MS = 10_000;
/** `https://github.com/owner/name`, with or without `git+` before and `.git` behind. */
const REPOSITORY = /github\.com\/([\w.-]+\/[\w.-]+?)(?:\.git)?$/;

/** How to ask for the newest release; undefined for a build that names no repository. Proxies of the system count. */
export function releaseFetcher(): (() => Promise<unknown>) | undefined {
  const repository = repositoryOf(packageJson);
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

export function repositoryOf(manifest: object): string | undefined {
  if (!('repository' in manifest)) return undefined;
  const { repository } = manifest;
  const url =
    typeof repository === 'object' && repository !== null && 'url' in repository
      ? repository.url
      : repository;
  return typeof url === 'string' ? REPOSITORY.exec(url)?.[1] : undefined;
}
