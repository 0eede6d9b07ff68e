import { endpoint, route, type RestRoute } from '../route.ts';

/** Pictures and the links on which a phone drops one. */
export const attachmentRoutes: readonly RestRoute[] = [
  route('GET', '/documents/:doc_id/attachments', async () => {
    const { listAttachments } = await import('../../../operations/attachments/list.ts');
    return endpoint(listAttachments, {
      query: listAttachments.input.omit({ doc_id: true }),
    });
  }),
  route('POST', '/documents/:doc_id/attachments', async () => {
    const { addAttachment } = await import('../../../operations/attachments/add.ts');
    const { attachedAnswers, attachedReply } = await import('../replies.ts');
    return endpoint(addAttachment, {
      query: addAttachment.input.pick({ insert: true, alt: true, name: true }),
      bringsImage: true,
      reply: attachedReply,
      answers: attachedAnswers,
    });
  }),
  route('GET', '/attachments/:id', async () =>
    endpoint((await import('../../../operations/attachments/read.ts')).readAttachment),
  ),
  route('DELETE', '/attachments/:id', async () =>
    endpoint((await import('../../../operations/attachments/delete.ts')).deleteAttachment),
  ),
  route('POST', '/documents/:doc_id/upload-links', async () => {
    const { createUploadLink } = await import('../../../operations/upload-links/create.ts');
    return endpoint(createUploadLink, {
      body: createUploadLink.input.omit({ doc_id: true }),
      reply: (created) => ({ status: 201, body: created }),
      answers: { 201: { description: 'The link and its address', schema: createUploadLink.output } },
    });
  }),
  route('GET', '/upload-links', async () => {
    const { listUploadLinks } = await import('../../../operations/upload-links/list.ts');
    return endpoint(listUploadLinks, { query: listUploadLinks.input });
  }),
  route('DELETE', '/upload-links/:id', async () => {
    const { revokeUploadLink } = await import('../../../operations/upload-links/revoke.ts');
    const { uploadLinkSchema } = await import('../../../operations/upload-links/view.ts');
    return endpoint(revokeUploadLink, {
      reply: ({ upload_link }) => ({ status: 200, body: upload_link }),
      answers: { 200: { description: 'The revoked link', schema: uploadLinkSchema } },
    });
  }),
];
