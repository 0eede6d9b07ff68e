import type { RootContent } from 'mdast';
import { linesOf, sectionsOf, type TextLine } from '../../domain/section-texts.ts';
import { nestsTooDeep } from '../../markdown/nesting.ts';
import { parseMarkdown } from '../../markdown/parse.ts';
import { isTooHeavy } from '../../markdown/weight.ts';
import type { QuizQuestion, RichBlock } from '../../markdown/rich-block.ts';
import type { SlicedWork } from '../../sliced-work.ts';

export interface Slide {
  /** Heading that it starts with, as written; null when it starts with none. */
  title: string | null;
  /** Without the quiz blocks. */
  markdown: string;
  questions: Question[];
}

/** One question of a quiz block: a text, and a task list in which `[x]` marks what is right. */
export interface Question {
  /** Counts from 1 through the whole deck. */
  number: number;
  prompt: string;
  options: { text: string; right: boolean }[];
}

/** What keeps a text from being a deck, in words for whoever can change it. */
export interface SlideProblem {
  /** The question that it is about, or with which its quiz begins. */
  question: number;
  /** A sentence, and how to write it. */
  problem: string;
}

export interface SlideShow {
  slides: Slide[];
  problems: SlideProblem[];
}

/** Nobody takes a longer training. */
export const MOST_SLIDES = 500;
export const MOST_QUESTIONS = 200;

interface Builder extends SlideShow {
  slide: Slide;
  questionCount: number;
}

/**
 * Divides a document into slides, at headings of level 1 and 2 and at `---`, and takes the quiz blocks out as
 * questions (decisions §2, "Quiz"). Headings and rulers inside of code and of rich blocks divide nothing. What is
 * right stands in the options only, never in a slide's text. Linear in the length of the text, and in slices.
 */
export function* slidesOf(markdown: string): SlicedWork<SlideShow> {
  const builder: Builder = { slides: [], problems: [], slide: newSlide(null), questionCount: 0 };
  for (const { heading, level, text } of (yield* sectionsOf(markdown)).sections) {
    if (heading !== undefined && level <= 2) startSlide(builder, heading);
    yield* readSection(builder, text);
  }
  startSlide(builder, null);
  return { slides: builder.slides, problems: builder.problems };
}

function newSlide(title: string | null): Slide {
  return { title, markdown: '', questions: [] };
}

/** Puts the slide away that is under way, unless it is empty, and begins another. */
function startSlide(builder: Builder, title: string | null): void {
  const { slide, slides } = builder;
  const markdown = slide.markdown.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd();
  if (markdown !== '' || slide.questions.length > 0) slides.push({ ...slide, markdown });
  builder.slide = newSlide(title);
}

const QUIZ = /^ {0,3}(:{3,})quiz(?![\w-])/;
function* readSection(builder: Builder, text: string): SlicedWork<void> {
  const { lines } = yield* linesOf(text);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (!line) continue;
    const quiz = line.kind === 'prose' ? QUIZ.exec(line.text) : null;
    if (quiz) {
      const end = endOfQuiz(lines, at, quiz[1] ?? '');
      const source = lines.slice(at, end + 1).map((part) => part.text);
      readQuiz(builder, source.join('').trim());
      yield;
      at = end;
    } else if (isRuler(line, lines[at - 1])) {
      startSlide(builder, null);
    } else {
      builder.slide.markdown += line.text;
    }
  }
}

/** `---` with a blank line before it; below a line of text it would underline a heading (CommonMark 4.3). */
function isRuler(line: TextLine, before: TextLine | undefined): boolean {
  if (line.kind !== 'prose' || line.depth > 0 || !/^ {0,3}-(?:[ \t]*-){2,}\s*$/.test(line.text)) return false;
  return (
    before === undefined ||
    before.text.trim() === '' ||
    before.kind !== 'prose' ||
    /^ {0,3}#/.test(before.text)
  );
}

/** Index of the line that closes the block; behind the last line when nothing does. */
function endOfQuiz(lines: readonly TextLine[], start: number, marks: string): number {
  const isEnd = ({ kind, text }: TextLine) =>
    kind === 'prose' && /^:+$/.test(text.trim()) && text.trim().length >= marks.length;
  const end = lines.findIndex((line, index) => index > start && isEnd(line));
  return end === -1 ? lines.length : end;
}

/** Takes the questions of one quiz block; what its definition finds wrong with it is a problem of the first one. */
function readQuiz(builder: Builder, source: string): void {
  const block = isTooHeavy(source) || nestsTooDeep(source) ? undefined : quizIn(source);
  const first = builder.questionCount + 1;
  if (!block) {
    builder.problems.push({
      question: first,
      problem: 'The quiz cannot be read: divide it into several :::quiz blocks, with fewer marks and levels.',
    });
    return;
  }
  const { title, questions, problems } = block;
  for (const problem of problems) builder.problems.push({ question: first, problem });
  for (const [index, question] of questions.entries()) {
    builder.questionCount += 1;
    const heading = index === 0 && title !== null ? [title] : [];
    const prompt = [...heading, sliceOf(source, question.prompt)].filter((part) => part !== '');
    builder.slide.questions.push({
      number: builder.questionCount,
      prompt: prompt.join('\n\n'),
      options: optionsOf(source, question),
    });
  }
}

function quizIn(
  source: string,
): { title: string | null; questions: QuizQuestion[]; problems: string[] } | undefined {
  const block = parseMarkdown(source).children.find((node): node is RichBlock => node.type === 'richBlock');
  if (block?.content.block !== 'quiz') return undefined;
  const { title, questions } = block.content;
  return { title, questions, problems: block.problems.map(({ message }) => message) };
}

function optionsOf(source: string, { answers }: QuizQuestion): Question['options'] {
  return answers.map(({ content, isRight }) => ({ text: sliceOf(source, content), right: isRight }));
}

/** The Markdown of neighbouring nodes as written, without the indentation of a list. */
function sliceOf(source: string, nodes: readonly RootContent[]): string {
  const start = nodes[0]?.position?.start.offset ?? 0;
  const end = nodes.at(-1)?.position?.end.offset ?? 0;
  return source
    .slice(start, end)
    .replaceAll(/\n[ \t]+/g, '\n')
    .trim();
}

export function questionsOf({ slides }: Pick<SlideShow, 'slides'>): Question[] {
  return slides.flatMap(({ questions }) => questions);
}
