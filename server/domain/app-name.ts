const LONGEST = 64;

/** Control characters, and those that are not seen, turn the direction of writing, or hide text (tags). */
const INVISIBLE = /(?:[\p{C}\u2028\u2029\u115F\u1160\u3164\uFFA0\u2800]|\u034F|[\uFE00-\uFE0F])+/gu;

/** More marks on one letter than any language has run into the lines around it. */
const TOO_MANY_MARKS = /(\p{M}{2})\p{M}+/gu;

/**
 * What a program calls itself, as one line that can only be read as text: at most 64 characters, nothing that is
 * invisible or turns the direction of writing (security O6).
 *
 * @returns `An unnamed app` when nothing is left
 */
export function cleanAppName(name: string): string {
  const line = name
    .slice(0, 4096)
    .normalize('NFC')
    .replaceAll(INVISIBLE, ' ')
    .replaceAll(TOO_MANY_MARKS, '$1')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const characters = Array.from(line);
  const short = characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : line;
  return short === '' ? 'An unnamed app' : short;
}

/** A program that people know by name, and the hosts that are really its own. */
export interface KnownApp {
  name: string;
  hosts: readonly string[];
}

const KNOWN: readonly (KnownApp & { words: readonly string[] })[] = [
  { name: 'Claude', words: ['claude', 'anthropic'], hosts: ['claude.ai', 'claude.com', 'anthropic.com'] },
  { name: 'ChatGPT', words: ['chatgpt', 'openai', 'codex'], hosts: ['chatgpt.com', 'openai.com'] },
  { name: 'Cursor', words: ['cursor'], hosts: ['cursor.com', 'cursor.sh'] },
  {
    name: 'Visual Studio Code',
    words: ['visualstudio', 'vscode', 'copilot', 'github', 'microsoft'],
    hosts: ['vscode.dev', 'visualstudio.com', 'github.com', 'microsoft.com'],
  },
  { name: 'Gemini', words: ['gemini', 'google'], hosts: ['google.com'] },
  { name: 'Le Chat', words: ['lechat', 'mistral'], hosts: ['mistral.ai'] },
  { name: 'Perplexity', words: ['perplexity'], hosts: ['perplexity.ai'] },
  { name: 'Grok', words: ['grok'], hosts: ['grok.com', 'x.ai'] },
  { name: 'Commonplace', words: ['commonplace'], hosts: [] },
];

/** The assistant, or this product, whose name stands in a name or in what looks like it (security O6). */
export function knownAppIn(name: string): KnownApp | undefined {
  const looks = skeleton(name);
  return KNOWN.find(({ words }) => words.some((word) => looks.includes(skeleton(word))));
}

/** Whether a host, as `URL.host` writes it, belongs to a known program. */
export function isHostOf({ hosts }: KnownApp, host: string): boolean {
  const name = host.replace(/:\d+$/, '');
  return hosts.some((own) => name === own || name.endsWith(`.${own}`));
}

/** Letters of other alphabets, and figures, that are read as Latin ones; with the Latin ones that are alike. */
const LOOKALIKES = new Map(
  Object.entries({
    a: 'аαɑ@4',
    b: 'вьβ8',
    c: 'сϲς',
    d: 'ԁɗ',
    e: 'еєεҽ3',
    f: 'ғ',
    g: 'ɡց96',
    h: 'һнհ',
    i: 'іιıɩl1|!ӏ',
    j: 'јյ',
    k: 'кκ',
    m: 'мʍ',
    n: 'пηո',
    o: 'оοօσ0',
    p: 'рρ',
    q: 'ԛ',
    r: 'гɾ',
    s: 'ѕꜱ5$',
    t: 'тτ7',
    u: 'υսʋц',
    v: 'ѵνv',
    w: 'ѡԝω',
    x: 'хχ',
    y: 'уγүʏ',
    z: 'ʐ2',
  }).flatMap(([letter, alike]) => Array.from(alike, (character) => [character, letter] as const)),
);

/** A name as a hasty eye sees it: no case, marks, spaces or punctuation, look-alikes replaced. */
function skeleton(name: string): string {
  const letters = Array.from(
    name.normalize('NFKD').toLowerCase(),
    (character) => LOOKALIKES.get(character) ?? character,
  );
  return letters
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}
