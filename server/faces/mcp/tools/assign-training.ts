import { assignDeck } from '../../../operations/training/assign.ts';
import { deckOutline } from '../outlines.ts';
import { deckRemark } from '../training-words.ts';
import { defineTool } from '../tool.ts';
import { counted } from '../wording.ts';

/** "Assigns a deck by usernames or to everyone. Assignees are notified." (specification, MCP tools) */
export const assignTrainingTool = defineTool({
  name: 'assign_training',
  title: 'Assign a training',
  description:
    'Assign a training deck to people: usernames, or everyone: true for everybody who may read the document now. They are notified. If a username is unknown or may not read the document, it is listed back and nobody is assigned. Who has the deck already keeps their date and results.',
  role: 'viewer',
  isTraining: true,
  operation: assignDeck,
  input: assignDeck.input,
  output: assignDeck.output.extend({ deck: deckOutline }),
  async run(call, input) {
    const data = await call.perform(assignDeck, input);
    const { deck, assigned, already_assigned: before } = data;
    const others = before === 0 ? '' : ` ${before} had it already.`;
    const due =
      deck.due_days === null || assigned === 0 ? '' : ` It is due in ${counted(deck.due_days, 'day')}.`;
    return {
      data,
      texts: [
        `Assigned “${deck.title}” (${deck.id}) to ${peopleWords(assigned)}.${others}${due}${deckRemark(deck)}`,
      ],
    };
  },
});

function peopleWords(count: number): string {
  if (count === 0) return 'nobody new';
  return count === 1 ? '1 person, who is notified' : `${count} people, who are notified`;
}
