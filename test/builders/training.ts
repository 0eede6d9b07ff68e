import type { Role } from '../../server/domain/role.ts';
import { createDocument } from '../../server/operations/documents/create.ts';
import { assignDeck } from '../../server/operations/training/assign.ts';
import { createDeck } from '../../server/operations/training/create-deck.ts';
import { submitAnswers } from '../../server/operations/training/submit.ts';
import { buildWorkspace, type TestWorkspace } from './workspace.ts';

export const TEXT = `# Kettle

Fill it.

:::quiz
How full?

- [ ] To the brim
- [x] To the mark
:::

## Clean it

:::quiz
With what? Choose all that do.

- [x] Vinegar
- [ ] Bleach
- [x] Lemon
:::
`;

export const RIGHT = [
  { question: 1, chosen: [2] },
  { question: 2, chosen: [1, 3] },
];
export const HALF = [
  { question: 1, chosen: [2] },
  { question: 2, chosen: [1] },
];

/** A workspace with training on and the person `trainer`, a viewer who is a training manager. */
export function trainingWorkspace(): TestWorkspace {
  const workspace = buildWorkspace();
  workspace.set({ training: true });
  addManager(workspace, 'viewer', 'trainer');
  return workspace;
}

export function addManager(workspace: TestWorkspace, role: Role, username: string): void {
  const user = workspace.addUser(role, username);
  workspace.store.seed('users', { ...user, training_manager: true });
}

export async function publish(workspace: TestWorkspace, content = TEXT, space = 'handbook'): Promise<string> {
  const input = { title: 'Kettle', space, content, status: 'published' };
  const { document } = await workspace.as('admin', createDocument, input);
  return document.id;
}

export async function makeDeck(workspace: TestWorkspace, input: object = {}): Promise<string> {
  const id = await publish(workspace);
  const { deck } = await workspace.as('trainer', createDeck, { doc_id: id, ...input });
  return deck.id;
}

export async function assigned(
  workspace: TestWorkspace,
  usernames: string[],
  input: object = {},
): Promise<string> {
  const deckId = await makeDeck(workspace, input);
  await workspace.as('trainer', assignDeck, { deck_id: deckId, usernames });
  return deckId;
}

export const submit = (workspace: TestWorkspace, username: string, deckId: string, answers: object[]) =>
  workspace.as(username, submitAnswers, { deck_id: deckId, answers });
