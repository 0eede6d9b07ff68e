import type { Connection } from '../../server/faces/cli/connection.ts';
import { createDocument } from '../../server/operations/documents/create.ts';
import { updateSettings } from '../../server/operations/settings/update.ts';
import { createDeck } from '../../server/operations/training/create-deck.ts';
import { PNG } from '../conformance/fixtures/media.ts';
import { updateUser } from '../../server/operations/users/update.ts';

export interface ToolCallExample {
  tool: string;
  input: Record<string, unknown>;
  /** Part of `structuredContent`. */
  answer: object;
}

const TEXT = '# Kettles\n\nDescale them.\n\n:::quiz\nHow often?\n- [x] Monthly\n- [ ] Never\n:::\n';

/** A workspace in which every tool can be used, with a call of each and what its answer has in it. */
export async function prepareEveryTool(connection: Connection): Promise<ToolCallExample[]> {
  await connection.run(updateSettings, { training: true });
  await connection.run(updateUser, { username: 'owner', training_manager: true });
  const { document } = await connection.run(createDocument, {
    space: 'notes',
    title: 'Kettles',
    content: TEXT,
    status: 'published',
  });
  const { deck } = await connection.run(createDeck, { doc_id: document.id });
  return examples({ docId: document.id, deckId: deck.id });
}

function examples({ docId, deckId }: { docId: string; deckId: string }): ToolCallExample[] {
  const kettles = { id: docId, title: 'Kettles' };
  return [
    { tool: 'list_spaces', input: {}, answer: { items: [{ slug: 'notes' }] } },
    { tool: 'list_docs', input: { space: 'notes', status: 'published' }, answer: { items: [kettles] } },
    { tool: 'search_docs', input: { query: 'descale' }, answer: { items: [kettles] } },
    { tool: 'read_doc', input: { id: docId }, answer: { document: kettles, markdown: TEXT } },
    { tool: 'writing_guide', input: { block: 'quiz' }, answer: { blocks: ['quiz'] } },
    { tool: 'list_templates', input: { name: 'tpl_sop' }, answer: { items: [{ id: 'tpl_sop' }], total: 1 } },
    {
      tool: 'create_doc',
      input: { space: 'notes', title: 'Größe „ñ“ 茶', markdown: 'Tea: 茶.' },
      answer: { document: { title: 'Größe „ñ“ 茶', status: 'draft' } },
    },
    {
      tool: 'update_doc',
      input: { id: docId, markdown: 'Descale them.', mode: 'patch', find: 'Descale them.', dry_run: true },
      answer: { document: kettles },
    },
    { tool: 'create_training_deck', input: { doc_id: docId }, answer: { deck: { title: 'Kettles' } } },
    { tool: 'assign_training', input: { deck_id: deckId, everyone: true }, answer: { deck: { id: deckId } } },
    { tool: 'training_status', input: { deck_id: deckId }, answer: { deck: { id: deckId } } },
    {
      tool: 'add_image',
      input: { doc_id: docId, data: PNG, insert: 'none', alt: 'A red dot' },
      answer: { document: kettles },
    },
    { tool: 'request_upload', input: { doc_id: docId }, answer: { document: kettles } },
    { tool: 'search', input: { query: 'descale' }, answer: { results: [kettles] } },
    { tool: 'fetch', input: { id: docId }, answer: { ...kettles, text: TEXT } },
  ];
}
