import { endpoint, route, type RestRoute } from '../route.ts';

/** The account, the spaces, what waits for review, templates and notices. */
export const workspaceRoutes: readonly RestRoute[] = [
  route('GET', '/me', async () =>
    endpoint((await import('../../../operations/account/read.ts')).readAccount),
  ),
  route('GET', '/spaces', async () =>
    endpoint((await import('../../../operations/spaces/list.ts')).listSpaces),
  ),
  route('GET', '/templates', async () => {
    const { listTemplates } = await import('../../../operations/templates/list.ts');
    return endpoint(listTemplates, { query: listTemplates.input });
  }),
  route('GET', '/templates/:template', async () => {
    const { readTemplate } = await import('../../../operations/templates/read.ts');
    const { templateSchema } = await import('../../../operations/templates/view.ts');
    return endpoint(readTemplate, {
      reply: ({ template }) => ({ status: 200, body: template }),
      answers: { 200: { description: 'The template', schema: templateSchema } },
    });
  }),
  route('GET', '/notifications', async () => {
    const { listNotifications } = await import('../../../operations/notifications/list.ts');
    return endpoint(listNotifications, { query: listNotifications.input });
  }),
  route('POST', '/notifications/read', async () => {
    const { markNotificationsRead } = await import('../../../operations/notifications/mark-read.ts');
    return endpoint(markNotificationsRead, { body: markNotificationsRead.input });
  }),
  route('GET', '/change-requests', async () => {
    const { listChangeRequests } = await import('../../../operations/change-requests/list.ts');
    return endpoint(listChangeRequests, { query: listChangeRequests.input });
  }),
  route('GET', '/change-requests/:id', async () =>
    endpoint((await import('../../../operations/change-requests/read.ts')).readChangeRequest),
  ),
  route('POST', '/change-requests/:id/withdraw', async () => {
    const { changeRequestSummarySchema } = await import('../../../operations/change-requests/view.ts');
    const { withdrawChangeRequest } = await import('../../../operations/change-requests/withdraw.ts');
    return endpoint(withdrawChangeRequest, {
      reply: ({ change_request }) => ({ status: 200, body: change_request }),
      answers: { 200: { description: 'The withdrawn change request', schema: changeRequestSummarySchema } },
    });
  }),
];
