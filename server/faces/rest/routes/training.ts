import { endpoint, route, type RestRoute } from '../route.ts';

/** Decks and their assignments. */
export const trainingRoutes: readonly RestRoute[] = [
  route('GET', '/training/decks', async () => {
    const { listDecks } = await import('../../../operations/training/list-decks.ts');
    return endpoint(listDecks, { query: listDecks.input });
  }),
  route('POST', '/training/decks', async () => {
    const { createDeck } = await import('../../../operations/training/create-deck.ts');
    const { deckSchema } = await import('../../../operations/training/view.ts');
    return endpoint(createDeck, {
      body: createDeck.input,
      reply: ({ deck }) => ({ status: 201, body: deck }),
      answers: { 201: { description: 'The deck', schema: deckSchema } },
    });
  }),
  route('GET', '/training/decks/:deck_id', async () => {
    const { readDeck } = await import('../../../operations/training/read-deck.ts');
    return endpoint(readDeck, { query: readDeck.input.omit({ deck_id: true }) });
  }),
  route('POST', '/training/decks/:deck_id/assignments', async () => {
    const { assignDeck } = await import('../../../operations/training/assign.ts');
    return endpoint(assignDeck, {
      body: assignDeck.input.omit({ deck_id: true }),
    });
  }),
  route('POST', '/training/decks/:deck_id/unassign', async () => {
    const { unassignDeck } = await import('../../../operations/training/unassign.ts');
    return endpoint(unassignDeck, {
      body: unassignDeck.input.omit({ deck_id: true }),
    });
  }),
  route('DELETE', '/training/decks/:deck_id', async () =>
    endpoint((await import('../../../operations/training/delete-deck.ts')).deleteDeck),
  ),
  route('GET', '/training/assignments', async () => {
    const { listAssignments } = await import('../../../operations/training/list-assignments.ts');
    return endpoint(listAssignments, { query: listAssignments.input });
  }),
];
