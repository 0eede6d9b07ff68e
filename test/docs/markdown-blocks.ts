/** A fenced block of a Markdown page. */
export interface Block {
  language: string;
  text: string;
  /** Number of its first line in the page, from 1. */
  line: number;
}

/** A block of shell commands and what the page says that they answer. */
export interface Step {
  commands: Block;
  /** Lines in the order in which they appear; `…` stands for anything. */
  answer: string[];
}

const FENCE = /^```(\w*)$/;

/** The fenced blocks of a page, and the headings between them as blocks with the language `heading`. */
export function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const [index, line] of page.split('\n').entries()) {
    const language = FENCE.exec(line)?.[1];
    if (open && language === '') {
      blocks.push(open);
      open = undefined;
    } else if (open) {
      open.text += `${line}\n`;
    } else if (language !== undefined) {
      open = { language, text: '', line: index + 2 };
    } else if (line.startsWith('#')) {
      blocks.push({ language: 'heading', text: line, line: index + 1 });
    }
  }
  return blocks;
}

/** Each `sh` block with the `text` block that follows it directly. */
export function stepsOf(page: string): Step[] {
  const blocks = blocksOf(page);
  return blocks.flatMap((commands, index) => {
    if (commands.language !== 'sh') return [];
    const next = blocks[index + 1];
    const answer = next?.language === 'text' ? next.text.trimEnd().split('\n') : [];
    return [{ commands, answer }];
  });
}
