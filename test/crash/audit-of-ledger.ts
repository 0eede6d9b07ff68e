import { verifyAudit } from '../../server/operations/audit/verify.ts';
import { listTokens } from '../../server/operations/tokens/list.ts';
import { readChangeRequest } from '../../server/operations/change-requests/read.ts';
import type { DocumentFact, Ledger, RequestFact } from './ledger.ts';
import type { ServerProcess } from '../processes/server-process.ts';
import type { Secrets } from './workload.ts';

/** What the data says of a fact, or a sentence about how it contradicts what was acknowledged. */
type Verdict = string | undefined;

/**
 * Compares the data with the ledger; where the outcome was unknown it takes what it finds, for from now on that
 * is certain. Returns every contradiction.
 */
export async function findContradictions(
  server: ServerProcess,
  secrets: Secrets,
  ledger: Ledger,
): Promise<string[]> {
  const verdicts: Verdict[] = [];
  for (const document of ledger.documents) verdicts.push(await checkDocument(server, secrets, document));
  for (const request of ledger.requests) verdicts.push(await checkRequest(server, request));
  verdicts.push(...(await checkTokens(server, ledger)));
  const { broken } = await server.desk.run(verifyAudit, {});
  verdicts.push(...broken.map(({ seq, problem }) => `audit entry ${seq}: ${problem}`));
  return verdicts.filter((verdict) => verdict !== undefined);
}

async function checkDocument(server: ServerProcess, secrets: Secrets, fact: DocumentFact): Promise<Verdict> {
  const response = await fetch(`${server.url}/api/v1/documents/${fact.id}`, {
    headers: { authorization: `Bearer ${secrets.approver}` },
  });
  const isTrashed = response.status === 404;
  if (!isTrashed && response.status !== 200) return `${fact.id}: answered ${response.status}`;
  const { content } = isTrashed ? fact : ((await response.json()) as { content: string });
  const maybe = fact.unknown;
  fact.unknown = undefined;
  if (isTrashed !== fact.isTrashed && isTrashed !== maybe?.isTrashed) {
    return `${fact.id}: ${isTrashed ? 'lost' : 'resurrected'}`;
  }
  if (content !== fact.content && content !== maybe?.content)
    return `${fact.id}: another text than acknowledged`;
  fact.isTrashed = isTrashed;
  fact.content = content;
  return undefined;
}

async function checkRequest(server: ServerProcess, fact: RequestFact): Promise<Verdict> {
  const { state } = await server.desk.run(readChangeRequest, { id: fact.id });
  const maybe = fact.unknown;
  fact.unknown = undefined;
  if (state !== fact.state && state !== maybe?.state) return `${fact.id}: ${state} instead of ${fact.state}`;
  const isApplied = fact.document.content === fact.proposed;
  if (state === 'approved' && maybe && !isApplied)
    return `${fact.id}: approved, but its text is not in place`;
  if (state === 'approved') fact.state = state;
  return undefined;
}

async function checkTokens(server: ServerProcess, ledger: Ledger): Promise<Verdict[]> {
  const { items } = await server.desk.run(listTokens, { username: 'editor' });
  const stored = new Map(items.map((token) => [token.id, token]));
  return ledger.tokens.map((fact) => {
    const token = stored.get(fact.id);
    if (!token) return `${fact.id}: lost`;
    const isRevoked = token.revoked_at !== null;
    const maybe = fact.unknown;
    fact.unknown = undefined;
    if (isRevoked !== fact.isRevoked && isRevoked !== maybe?.isRevoked) {
      return `${fact.id}: ${isRevoked ? 'revoked by nobody' : 'usable again after it was revoked'}`;
    }
    fact.isRevoked = isRevoked;
    return undefined;
  });
}

/** A ledger of only what was touched since `before`, for the check after each cycle. */
export function since(ledger: Ledger, touched: ReadonlySet<object>): Ledger {
  return {
    ...ledger,
    documents: ledger.documents.filter((fact) => touched.has(fact)),
    requests: ledger.requests.filter((fact) => touched.has(fact) || fact.unknown !== undefined),
    tokens: ledger.tokens.filter((fact) => touched.has(fact) || fact.unknown !== undefined),
  };
}
