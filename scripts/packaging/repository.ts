import { repositoryOf } from '../../main/repository.ts';

const GITHUB = 'https://github.com';
const NAME = /^[\w.-]+\/[\w.-]+$/;

export interface RepositorySources {
  /** As parsed from package.json. */
  manifest: unknown;
  environment: Readonly<Record<string, string | undefined>>;
  /** Whether others are going to install what is packed. */
  isRelease: boolean;
}

/**
 * Where packages come from, as `owner/name` at GitHub: the `repository` field of package.json or else
 * `GITHUB_REPOSITORY`, which GitHub sets in its workflows. Programs look there for newer versions of themselves.
 *
 * @returns null where neither says so, which is good enough for a trial
 * @throws {Error} for a release without
 */
export function repositoryFor({ manifest, environment, isRelease }: RepositorySources): string | null {
  const { GITHUB_REPOSITORY: given = '', GITHUB_SERVER_URL: server = GITHUB } = environment;
  const found = repositoryOf(manifest) ?? (server === GITHUB && NAME.test(given) ? given : null);
  if (found === null && isRelease)
    throw new Error(
      'A release has to say where it comes from: name its repository at GitHub in package.json ("repository": "https://github.com/OWNER/NAME"), or set GITHUB_REPOSITORY=OWNER/NAME. Programs look there for newer versions.',
    );
  return found;
}

/** A repository's page. */
export function pageOf(repository: string): string {
  return `${GITHUB}/${repository}`;
}
