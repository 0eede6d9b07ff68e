import type { List, RootContent } from 'mdast';
import {
  asDirective,
  invalid,
  readDirective,
  unknownAttributes,
  type BlockDefinition,
} from '../block-definition.ts';
import type { BlockProblem, QuizQuestion } from '../rich-block.ts';

export const quiz: BlockDefinition = {
  name: 'quiz',
  title: 'Quiz (training)',
  aliases: ['question', 'questions', 'test', 'training'],
  purpose: 'A question of a training deck, scored when somebody takes the deck.',
  syntax: ':::quiz\nWhat comes first?\n\n- [x] Close the valve\n- [ ] Empty the tank\n:::',
  alsoAccepted: [
    {
      example: ':::quiz[Which parts wear?]\n- [x] Filter\n- [x] Seal\n- [ ] Housing\n:::',
      note: 'With the question as title.',
    },
  ],
  rules: [
    'Exactly the right answers are marked [x]; every question has at least two answers.',
    'Several questions in one quiz: text, task list, text, task list.',
    'Slides of a deck split at headings or at ---.',
  ],
  directives: ['quiz'],
  fences: [],
  recognise(node) {
    const directive = asDirective(node, 'containerDirective', ['quiz']);
    if (!directive) return undefined;
    const { title, children } = readDirective(directive);
    const questions = readQuestions(children);
    const problems = [...unknownAttributes(directive, []), ...questionProblems(children, questions, title)];
    return { content: { block: 'quiz', title, questions }, children, problems };
  },
};

/** A question ends with its list of answers. */
function readQuestions(children: readonly RootContent[]): QuizQuestion[] {
  const questions: QuizQuestion[] = [];
  let prompt: RootContent[] = [];
  for (const child of children) {
    if (child.type === 'list' && child.children.some((item) => typeof item.checked === 'boolean')) {
      questions.push({ prompt, answers: readAnswers(child) });
      prompt = [];
    } else prompt.push(child);
  }
  return questions;
}

function readAnswers(list: List): QuizQuestion['answers'] {
  return list.children.map((item) => ({ content: item.children, isRight: item.checked === true }));
}

function questionProblems(
  children: readonly RootContent[],
  questions: readonly QuizQuestion[],
  title: string | null,
): BlockProblem[] {
  if (questions.length === 0)
    return [
      invalid(
        'The quiz has no answers. Write them as a task list: - [x] for right ones, - [ ] for the others.',
      ),
    ];
  const problems: BlockProblem[] = [];
  for (const [index, { prompt, answers }] of questions.entries()) {
    const name = questions.length === 1 ? 'The question' : `Question ${index + 1}`;
    if (prompt.length === 0 && !(index === 0 && title !== null))
      problems.push(invalid(`${name} has no text. Write it above its answers.`));
    if (answers.length < 2) problems.push(invalid(`${name} has one answer. Give at least two.`));
    if (!answers.some(({ isRight }) => isRight))
      problems.push(invalid(`${name} has no right answer. Mark exactly the right ones with [x].`));
  }
  if (hasAnswerWithoutBox(children))
    problems.push(invalid('An answer has no box. Write every answer as - [x] or - [ ].'));
  return problems;
}

function hasAnswerWithoutBox(children: readonly RootContent[]): boolean {
  return children.some(
    (child) =>
      child.type === 'list' &&
      child.children.some((item) => typeof item.checked === 'boolean') &&
      child.children.some((item) => typeof item.checked !== 'boolean'),
  );
}
