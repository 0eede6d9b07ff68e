import { spawnSync } from 'node:child_process';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { advisoriesIn, forbidsShipping, type AuditReport } from './packaging/advisories.ts';
import { shippedPackages } from './packaging/shipped-packages.ts';

/**
 * `npm run check-advisories`: asks the registry for known flaws of everything that is installed here, lists them, and
 * fails when one forbids to ship. Needs the network; GITHUB_TOKEN raises GitHub's limit of 60 questions an hour.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const TIME_LIMIT_MS = 30_000;

const shipped = new Set(
  (await shippedPackages(root)).map(({ folder }) => relative(root, folder).split(sep).join('/')),
);
const now = new Date();
for (const advisory of advisoriesIn(audit())) {
  const publishedAt = await publicationOf(advisory.url);
  const isForbidding = forbidsShipping(advisory, { shipped, publishedAt, now });
  const since = publishedAt.toISOString().slice(0, 10);
  process.stdout.write(
    `${isForbidding ? 'FORBIDS SHIPPING ' : ''}${advisory.severity} ${advisory.name}: ${advisory.title} (${since}) ${advisory.url}\n`,
  );
  if (isForbidding) process.exitCode = 1;
}

/** npm ends with 1 when there are findings, which is no failure of the question. */
function audit(): AuditReport {
  const { stdout } = spawnSync('npm', ['audit', '--json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    shell: process.platform === 'win32',
  });
  const report = JSON.parse(stdout) as Partial<AuditReport> & { message?: string };
  if (report.vulnerabilities === undefined)
    throw new Error(`The registry did not answer: ${report.message ?? 'no reason given'}.`);
  return { vulnerabilities: report.vulnerabilities };
}

async function publicationOf(url: string): Promise<Date> {
  const id = url.split('/').at(-1) ?? '';
  const token = process.env['GITHUB_TOKEN'];
  const answer = await fetch(`https://api.github.com/advisories/${id}`, {
    headers: {
      accept: 'application/vnd.github+json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  });
  if (!answer.ok) throw new Error(`GitHub answered ${answer.status} about ${id}.`);
  return new Date(((await answer.json()) as { published_at: string }).published_at);
}
