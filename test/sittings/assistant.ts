import type { z } from 'zod';
import { listAudit } from '../../server/operations/audit/list.ts';
import { createDocument } from '../../server/operations/documents/create.ts';
import type { Credential, Operation } from '../../server/operations/define.ts';
import { trashDocument } from '../../server/operations/documents/trash.ts';
import { updateDocument } from '../../server/operations/documents/update.ts';
import { undoSitting } from '../../server/operations/sittings/undo.ts';
import { buildWorkspace, type TestWorkspace } from '../builders/workspace.ts';

/** A workspace in which an assistant works with a token of a person, and people work beside it. */
export interface AssistantWorkspace extends TestWorkspace {
  /** Runs an operation with the assistant's token. */
  assistant<Input extends z.ZodType, Output extends z.ZodType>(
    operation: Operation<Input, Output>,
    input: unknown,
  ): Promise<z.output<Output>>;
  /** Creates a page as the admin; returns its id. */
  page(title: string, content: string, more?: object): Promise<string>;
  /** Changes a page as a person. */
  change(username: string, id: string, changes: object): Promise<void>;
  /** The assistant changes, creates and trashes. */
  edits(id: string, changes: object): Promise<void>;
  creates(title: string, content: string, more?: object): Promise<string>;
  trashes(id: string): Promise<void>;
  /** Id of the sitting that is written in last. */
  sitting(): string;
  undo(username?: string, id?: string): Promise<z.output<typeof undoSitting.output>>;
  dryRun(): Promise<z.output<typeof undoSitting.output>>;
  /** A document’s text as it is stored. */
  text(id: string): Promise<string>;
}

export const ASSISTANT = {
  kind: 'personal_token',
  id: 'tok_assistant',
  name: 'Claude',
} satisfies Credential;

/** @param owner whose token the assistant has */
export function assistantWorkspace(owner = 'admin'): AssistantWorkspace {
  const workspace = buildWorkspace();
  workspace.addToken(owner, ASSISTANT);
  const sitting = () => {
    const all = [...workspace.store.tables.sittings.all()];
    return all.toSorted((left, right) => (left.started_at < right.started_at ? 1 : -1))[0]?.id ?? '';
  };
  const assistant: AssistantWorkspace['assistant'] = (operation, input) =>
    workspace.as(owner, operation, input, { via: 'mcp', credential: ASSISTANT });
  return {
    ...workspace,
    assistant,
    sitting,
    async page(title, content, more = {}) {
      const input = { space: 'handbook', title, content, ...more };
      return (await workspace.as('admin', createDocument, input)).document.id;
    },
    async change(username, id, changes) {
      await workspace.as(username, updateDocument, { id, ...changes });
    },
    async edits(id, changes) {
      await assistant(updateDocument, { id, ...changes });
    },
    async creates(title, content, more = {}) {
      return (await assistant(createDocument, { space: 'handbook', title, content, ...more })).document.id;
    },
    async trashes(id) {
      await assistant(trashDocument, { id });
    },
    undo: (username = owner, id = sitting()) => workspace.as(username, undoSitting, { id }),
    dryRun: () => workspace.as(owner, undoSitting, { id: sitting(), dry_run: true }),
    text: (id) => workspace.store.content('documents', id),
  };
}

/** The audit entries of a sitting, oldest first. */
export async function auditOf(workspace: TestWorkspace, sitting: string) {
  const { items } = await workspace.as('admin', listAudit, { sitting });
  return items.toReversed();
}
