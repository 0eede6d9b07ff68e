/** What a model was trained to find before a question and before a passage. */
export interface ModelPrompt {
  query: string;
  passage: string;
}

const SENTENCE = 'Represent this sentence for searching relevant passages: ';

/** From the cards of the models; a model that is not named takes texts as they are. */
const PROMPTS: readonly [RegExp, ModelPrompt][] = [
  [/nomic-embed-text/, { query: 'search_query: ', passage: 'search_document: ' }],
  [/(?:^|[/-])e5-(?:small|base|large)/, { query: 'query: ', passage: 'passage: ' }],
  [/mxbai-embed|snowflake-arctic-embed|bge-(?:small|base|large)-en/, { query: SENTENCE, passage: '' }],
];

const PLAIN: ModelPrompt = { query: '', passage: '' };

export function promptOf(model: string): ModelPrompt {
  const name = model.toLowerCase();
  return PROMPTS.find(([pattern]) => pattern.test(name))?.[1] ?? PLAIN;
}
