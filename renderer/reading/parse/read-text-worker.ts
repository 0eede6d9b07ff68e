import { readText, type ReadOptions, type ReadText } from './read-text.ts';

/** A text to read, and what came of it; the number tells which answer belongs to which question. */
export interface ReadRequest {
  number: number;
  markdown: string;
  options: ReadOptions;
}
export interface ReadAnswer {
  number: number;
  text: ReadText;
}

globalThis.addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  const answer: ReadAnswer = { number: data.number, text: readText(data.markdown, data.options) };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- from a worker there is one way only
  globalThis.postMessage(answer);
});
