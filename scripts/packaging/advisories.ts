/** Flaws that are published for a week leave no excuse: packages with them are not made (security C3). */
const DAYS_OF_GRACE = 7;
const DAY_MS = 86_400_000;

/** Severities, in npm's words, that keep a package from being made. */
const SERIOUS = new Set(['high', 'critical']);

/** A published flaw of a package. */
export interface Advisory {
  /** Name of the package. */
  name: string;
  /** Its folder, as the lockfile names it: `node_modules/koa`. */
  places: string[];
  severity: string;
  title: string;
  /** Its page; ends with its identifier, `GHSA-…`. */
  url: string;
}

/** What `npm audit --json` prints, as far as it matters here. */
export interface AuditReport {
  vulnerabilities: Record<
    string,
    { nodes: string[]; via: (string | { name: string; severity: string; title: string; url: string })[] }
  >;
}

/** The advisories themselves; a package that merely depends on a flawed one is named by npm too, as a string. */
export function advisoriesIn({ vulnerabilities }: AuditReport): Advisory[] {
  return Object.values(vulnerabilities).flatMap(({ nodes, via }) =>
    via
      .filter((cause) => typeof cause !== 'string')
      .map(({ name, severity, title, url }) => ({ name, places: nodes, severity, title, url })),
  );
}

/**
 * Whether a flaw forbids to ship: serious, in a part that people install, known for more than a week.
 *
 * @param shipped folders of the packages that are shipped, as the lockfile names them
 * @param publishedAt when the advisory was published
 */
export function forbidsShipping(
  { severity, places }: Advisory,
  { shipped, publishedAt, now }: { shipped: ReadonlySet<string>; publishedAt: Date; now: Date },
): boolean {
  const isShipped = places.some((place) => shipped.has(place));
  const days = (now.getTime() - publishedAt.getTime()) / DAY_MS;
  return SERIOUS.has(severity) && isShipped && days > DAYS_OF_GRACE;
}
