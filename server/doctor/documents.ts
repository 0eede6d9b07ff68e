import { red, type Verdict } from './check.ts';
import { withoutSignIn } from './checks/challenge.ts';
import { explainAnswer } from './edge-answers.ts';
import { jsonOf, type Visit, type Walk } from './walk.ts';

/**
 * What is wrong with a discovery document, or undefined: it has to be JSON, with these values, and every address in
 * it https on the public host (specification, Authentication 7).
 *
 * @param expected members and their values; of a list, its first
 */
export function explainDocument(
  walk: Walk,
  visit: Visit,
  expected: Readonly<Record<string, string>>,
): Verdict | undefined {
  if (visit.kind === 'answer' && visit.status === 404 && visit.arrival !== undefined)
    return withoutSignIn(walk, visit);
  const document = jsonOf(visit);
  if (visit.kind === 'none' || visit.status !== 200 || document === undefined)
    return explainAnswer(walk, visit);
  return foreignAddress(walk, document) ?? unexpected(walk, document, expected);
}

/** The first address in a document that is not ours, as a client would stumble over it. */
function foreignAddress({ base, url }: Walk, document: Record<string, unknown>): Verdict | undefined {
  for (const value of Object.values(document).flat()) {
    if (typeof value !== 'string' || !/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) continue;
    const { protocol, host, origin } = new URL(value);
    if (origin === base) continue;
    if (host === url.host && protocol === 'http:')
      return red(
        `The document names http:// addresses (${value}); assistants refuse them.`,
        `Set ${base} as the public address (or start with --base-url ${base}), or let the proxy send X-Forwarded-Proto: https.`,
      );
    return red(
      `The document names another host: ${origin} instead of ${base}. Assistants refuse what the address they were given does not confirm.`,
      `Set ${base} as the public address, or give assistants ${origin} as the address; a proxy must not change the document.`,
    );
  }
  return undefined;
}

function unexpected(
  { base }: Walk,
  document: Record<string, unknown>,
  expected: Readonly<Record<string, string>>,
): Verdict | undefined {
  for (const [member, value] of Object.entries(expected)) {
    const found = [document[member]].flat()[0];
    if (found !== value)
      return red(
        `The document’s ${member} is not ${value}, so assistants refuse it.`,
        `Set ${base} as the public address, and let the proxy pass the document on unchanged.`,
      );
  }
  return undefined;
}
