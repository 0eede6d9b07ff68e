import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { useClient, type Client } from '../../client/client.tsx';
import { useReader } from '../../shell/reader.tsx';
import type { RecoveryCopy } from './draft-session.ts';
import { changedFields, fieldsOf, type PageFields, type PageState } from './page-fields.ts';
import { readRecoveryCopy } from './recovery.ts';

type ChangeRequest = OutputOf<'change_requests.list'>['items'][number];

/** What there is to write on when somebody opens a page for editing. */
export interface EditStart {
  base: PageState;
  fields: PageFields;
  /** The page as it is now, when the text on screen was written from an older one. */
  theirs: PageState | null;
  /** Whether publishing, or changing what is published, waits for review. */
  waits: boolean;
  /** Where the text on screen comes from: the page itself, this device, or the writer's own change in review. */
  origin: { from: 'page' } | { from: 'device'; at: string } | { from: 'review'; request: ChangeRequest };
}

/** Asked once for each time that the page is opened: what others do meanwhile reaches the text another way. */
export function useEditStart(documentId: string): UseQueryResult<EditStart> {
  const client = useClient();
  const { account } = useReader();
  return useQuery({
    queryKey: ['editing', documentId],
    queryFn: () => startEditing(client, account, documentId),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

async function startEditing(
  client: Client,
  { id: userId }: { id: string },
  documentId: string,
): Promise<EditStart> {
  const { document: live } = await client.call('documents.read', { id: documentId });
  const [waits, copy, request] = await Promise.all([
    asksForReview(client, live),
    readRecoveryCopy(userId, documentId),
    ownRequest(client, live, userId),
  ]);
  const page: EditStart = {
    base: live,
    fields: fieldsOf(live),
    theirs: null,
    waits,
    origin: { from: 'page' },
  };
  return fromDevice(page, copy) ?? (request ? fromReview(client, page, request) : page);
}

/** The server says what would become of publishing or unpublishing, without doing it. */
async function asksForReview(client: Client, { id, status }: PageState): Promise<boolean> {
  const other = status === 'draft' ? 'published' : 'draft';
  const { preview } = await client.call('documents.update', { id, status: other, dry_run: true });
  return preview?.waits ?? false;
}

function fromDevice(page: EditStart, copy: RecoveryCopy | null): EditStart | undefined {
  if (!copy || changedFields(fieldsOf(page.base), copy.fields).length === 0) return undefined;
  const isCurrent = copy.base.version === page.base.version;
  return {
    ...page,
    base: isCurrent ? page.base : copy.base,
    fields: copy.fields,
    theirs: isCurrent ? null : page.base,
    origin: { from: 'device', at: copy.at },
  };
}

async function ownRequest(
  client: Client,
  { id, status }: PageState,
  userId: string,
): Promise<ChangeRequest | undefined> {
  if (status === 'draft') return undefined;
  const { items } = await client.call('change_requests.list', { state: 'pending', limit: 100 });
  return items.find(({ document, author }) => document.id === id && author.id === userId);
}

/** Goes on with the change that waits: sent again, the newer one takes its place. */
async function fromReview(client: Client, page: EditStart, request: ChangeRequest): Promise<EditStart> {
  const { content } = await client.call('change_requests.read', { id: request.id });
  const { status: _status, parent, ...proposed } = request.proposed;
  const fields: PageFields = {
    ...page.fields,
    ...proposed,
    ...(parent !== undefined && { parent }),
    ...(content !== null && { content }),
  };
  const origin = { from: 'review' as const, request };
  if (!request.moved_on) return { ...page, fields, origin };
  const base = await baseOf(client, page.base, request.base_version);
  return { ...page, base, fields: rebased(fields, page, base, request, content), theirs: page.base, origin };
}

async function baseOf(client: Client, live: PageState, version: number): Promise<PageState> {
  const { title, summary, tags, type, content } = await client.call('versions.read', {
    id: live.id,
    version,
  });
  return { ...live, version, title, summary, tags, type, content };
}

/** What the request leaves alone is as it was when the request was written, so that only its own changes are merged. */
function rebased(
  fields: PageFields,
  page: EditStart,
  base: PageState,
  { proposed }: ChangeRequest,
  content: string | null,
): PageFields {
  return {
    ...fields,
    title: proposed.title ?? base.title,
    summary: proposed.summary ?? base.summary,
    tags: proposed.tags ?? base.tags,
    type: proposed.type ?? base.type,
    content: content ?? base.content,
    space: proposed.space ?? page.base.space,
    parent: proposed.parent === undefined ? page.base.parent : proposed.parent,
  };
}
