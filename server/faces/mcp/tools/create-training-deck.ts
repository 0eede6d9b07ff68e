import { createDeck } from '../../../operations/training/create-deck.ts';
import { deckOutline } from '../outlines.ts';
import { defineTool } from '../tool.ts';
import { counted } from '../wording.ts';

/** "Makes a training deck from a published document." (specification, MCP tools) */
export const createTrainingDeckTool = defineTool({
  name: 'create_training_deck',
  title: 'Make a training deck',
  description:
    'Make a training deck from a published document. Slides begin at headings of level 1 and 2 and at ---; :::quiz blocks become questions. The deck keeps the version that it is made from. Assign it with assign_training.',
  role: 'viewer',
  isTraining: true,
  operation: createDeck,
  input: createDeck.input,
  aliases: { id: 'doc_id', document_id: 'doc_id' },
  output: createDeck.output.extend({ deck: deckOutline }),
  async run(call, input) {
    const data = await call.perform(createDeck, input);
    const { id, title, document_version, slide_count, question_count } = data.deck;
    const size = `${counted(slide_count, 'slide')}, ${counted(question_count, 'question')}`;
    return {
      data,
      texts: [
        `Made the deck “${title}” (${id}) from version ${document_version} of the document: ${size}. Nobody has it yet: assign it with assign_training.`,
      ],
    };
  },
});
