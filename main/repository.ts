/** `https://github.com/owner/name`, with or without `git+` before and `.git` behind, as git has it, or npm's short form. */
const ADDRESS =
  /^(?:(?:git\+)?(?:https|ssh|git):\/\/(?:git@)?(?:www\.)?github\.com\/|git@github\.com:|github:|)([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/;

/** `owner/name` at GitHub, as the `repository` field of a package names it; undefined for any other place, or none. */
export function repositoryOf(manifest: unknown): string | undefined {
  if (typeof manifest !== 'object' || manifest === null || !('repository' in manifest)) return undefined;
  const { repository } = manifest;
  const url =
    typeof repository === 'object' && repository !== null && 'url' in repository
      ? repository.url
      : repository;
  return typeof url === 'string' ? ADDRESS.exec(url)?.[1] : undefined;
}
