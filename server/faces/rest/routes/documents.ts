import { endpoint, route, type RestRoute } from '../route.ts';

const MOVING = 'Documents are moved between spaces with the MCP tool update_doc.';

/** Documents: the text, its versions, the Trash and the search. */
export const documentRoutes: readonly RestRoute[] = [
  route('GET', '/documents', async () => {
    const { listDocuments } = await import('../../../operations/documents/list.ts');
    return endpoint(listDocuments, { query: listDocuments.input });
  }),
  route('POST', '/documents', async () => {
    const { createDocument } = await import('../../../operations/documents/create.ts');
    const { createdAnswers, createdReply } = await import('../replies.ts');
    return endpoint(createDocument, {
      body: createDocument.input.required({ space: true }),
      reply: createdReply,
      answers: createdAnswers,
    });
  }),
  route('GET', '/documents/:id', async () => {
    const { readDocument } = await import('../../../operations/documents/read.ts');
    const { readAnswers, readReply } = await import('../replies.ts');
    return endpoint(readDocument, {
      query: readDocument.input.pick({ include: true }),
      reply: readReply,
      answers: readAnswers,
    });
  }),
  route('PATCH', '/documents/:id', async () => {
    const { updateDocument } = await import('../../../operations/documents/update.ts');
    const { changedAnswers, changedReply } = await import('../replies.ts');
    return endpoint(updateDocument, {
      body: updateDocument.input.omit({
        id: true,
        space: true,
        expected_version: true,
        edit: true,
        dry_run: true,
      }),
      refused: { space: MOVING, expected_version: 'Send the version as `If-Match: "v7"`.' },
      precondition: true,
      reply: changedReply,
      answers: changedAnswers,
    });
  }),
  route('DELETE', '/documents/:id', async () => {
    const { trashDocument } = await import('../../../operations/documents/trash.ts');
    return endpoint(trashDocument, { precondition: true });
  }),
  route('GET', '/search', async () => {
    const { searchDocuments } = await import('../../../operations/search/query.ts');
    return endpoint(searchDocuments, { query: searchDocuments.input, isInterruptible: true });
  }),
  route('GET', '/trash', async () => {
    const { listTrash } = await import('../../../operations/trash/list.ts');
    return endpoint(listTrash, { query: listTrash.input });
  }),
  route('POST', '/documents/:id/restore', async () => {
    const { restoreFromTrash } = await import('../../../operations/trash/restore.ts');
    const { documentAnswers, documentReply } = await import('../replies.ts');
    return endpoint(restoreFromTrash, {
      reply: documentReply,
      answers: documentAnswers,
    });
  }),
  route('DELETE', '/trash/:id', async () =>
    endpoint((await import('../../../operations/trash/purge.ts')).purgeDocument),
  ),
  route('GET', '/documents/:id/versions', async () => {
    const { listVersions } = await import('../../../operations/versions/list.ts');
    return endpoint(listVersions, { query: listVersions.input.omit({ id: true }) });
  }),
  route('GET', '/documents/:id/versions/:version', async () =>
    endpoint((await import('../../../operations/versions/read.ts')).readVersion),
  ),
  route('GET', '/documents/:id/versions/:to/diff', async () => {
    const { compareVersions } = await import('../../../operations/versions/compare.ts');
    return endpoint(compareVersions, {
      query: compareVersions.input.pick({ from: true }),
    });
  }),
  route('POST', '/documents/:id/versions/:version/restore', async () => {
    const { restoreVersion } = await import('../../../operations/versions/restore.ts');
    const { changedAnswers, changedReply } = await import('../replies.ts');
    return endpoint(restoreVersion, {
      body: restoreVersion.input.pick({ note: true }),
      reply: changedReply,
      answers: changedAnswers,
    });
  }),
];
