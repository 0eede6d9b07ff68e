import { describe, expect, it } from 'vitest';
import { repositoryFor, type RepositorySources } from '../../scripts/packaging/repository.ts';

const NAMED = { repository: 'https://github.com/field/commonplace' };

describe('where packages say that they come from', () => {
  it.each<[string, Partial<RepositorySources>, string | null]>([
    ['what package.json names', { manifest: NAMED }, 'field/commonplace'],
    [
      'GitHub’s own word in its workflows',
      { environment: { GITHUB_REPOSITORY: 'o/fork.of-it' } },
      'o/fork.of-it',
    ],
    [
      'package.json before the workflow: a fork that has not renamed it is not asked',
      { manifest: NAMED, environment: { GITHUB_REPOSITORY: 'o/fork' } },
      'field/commonplace',
    ],
    ['nowhere, for a trial at home', {}, null],
    ['nowhere, where the word is none', { environment: { GITHUB_REPOSITORY: 'o/n/../../x' } }, null],
    [
      'nowhere, on a server of one’s own: the program asks github.com',
      { environment: { GITHUB_REPOSITORY: 'o/n', GITHUB_SERVER_URL: 'https://git.example' } },
      null,
    ],
  ])('%s', (_what, sources, repository) => {
    expect(repositoryFor({ manifest: {}, environment: {}, isRelease: false, ...sources })).toBe(repository);
  });

  it('a release without one fails, and says what to set', () => {
    const sources = { manifest: {}, environment: {}, isRelease: true };
    expect(() => repositoryFor(sources)).toThrow(/name its repository.*or set GITHUB_REPOSITORY=OWNER\/NAME/);
    expect(repositoryFor({ ...sources, manifest: NAMED })).toBe('field/commonplace');
  });
});
