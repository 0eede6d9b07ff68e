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

/**
 * The assistant, or this product, whose name stands in a name or in what looks like it (security O6). It stands there
 * as words of its own, spelled however: “ngrok” has nothing of “Grok”.
 */
export function knownAppIn(name: string): KnownApp | undefined {
  const looks = read(name);
  return KNOWN.find(({ words }) => words.some((word) => standsIn(looks, lettersOf(read(word)))));
}

/** Whether a host, as `URL.host` writes it, belongs to a known program. */
export function isHostOf({ hosts }: KnownApp, host: string): boolean {
  const name = host.replace(/:\d+$/, '');
  return hosts.some((own) => name === own || name.endsWith(`.${own}`));
}

/** Letters of other alphabets, and figures, that are read as Latin ones; with the Latin ones that are alike. */
const LOOKALIKES = {
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
};

let letterOf: ReadonlyMap<string, string> | undefined;

/** Put together at the first name: the letters of all alphabets take longer to load than a start may wait. */
function latinLetter(character: string): string {
  letterOf ??= new Map(
    Object.entries(LOOKALIKES).flatMap(([letter, alike]) => Array.from(alike, (like) => [like, letter])),
  );
  return letterOf.get(character) ?? character;
}

/** A letter as a hasty eye reads it. */
interface Letter {
  looks: string;
  /** Whether a word may begin here. */
  isFirst: boolean;
}

/** A name as a hasty eye sees it: no case, marks, spaces or punctuation, look-alikes replaced. */
function read(name: string): Letter[] {
  const characters = Array.from(name.normalize('NFKD').replaceAll(/\p{M}/gu, ''));
  const letters: Letter[] = [];
  let isApart = true;
  for (const [index, character] of characters.entries()) {
    const looks = latinLetter(character.toLowerCase());
    if (/[\p{L}\p{N}]/u.test(looks)) {
      const isFirst =
        isApart || isNewWord(characters[index - 1] ?? '', character, characters[index + 1] ?? '');
      // One place each, so that places in the text are those in the list.
      add(letters, { looks: looks.length === 1 ? looks : '·', isFirst });
      isApart = false;
    } else {
      isApart = true;
    }
  }
  return letters;
}

/** Two letters that are read as one, such as the r and n of “Cornmonplace”, become one. */
function add(letters: Letter[], next: Letter): void {
  const last = letters.at(-1);
  const both = PAIRS[`${last?.looks}${next.looks}`];
  if (last && both !== undefined) last.looks = both;
  else letters.push(next);
}

const PAIRS: Readonly<Record<string, string>> = { rn: 'm', vv: 'w' };

/** “ClaudeCode”, “AIClaude”, “Claude2”, “Claude!” and “新Claude” are two words each. */
function isNewWord(before: string, character: string, after: string): boolean {
  const isUpper = /\p{Lu}/u.test(character);
  if (isUpper && (/\p{Ll}/u.test(before) || /\p{Ll}/u.test(after))) return true;
  if (!/\p{L}/u.test(before) || !/\p{L}/u.test(character)) return true;
  return HAS_CASE.test(before) !== HAS_CASE.test(character);
}

const HAS_CASE = /[\p{Lu}\p{Ll}]/u;

/** What names are run together with, such as “claudecode”: the name stands there all the same. */
const TAILS = ['ai', 'app', 'bot', 'cli', 'code', 'desktop', 'mcp'];

let tailsAsRead: ReadonlySet<string> | undefined;

/** The tails are read at the first name, too. */
function isTail(looks: string): boolean {
  tailsAsRead ??= new Set(TAILS.map((tail) => lettersOf(read(tail))));
  return tailsAsRead.has(looks);
}

function standsIn(letters: readonly Letter[], word: string): boolean {
  const looks = lettersOf(letters);
  for (let start = looks.indexOf(word); start !== -1; start = looks.indexOf(word, start + 1)) {
    const end = start + word.length;
    const next = letters.findIndex(({ isFirst }, place) => isFirst && place >= end);
    const tail = looks.slice(end, next === -1 ? undefined : next);
    if (letters[start]?.isFirst && (tail === '' || isTail(tail))) return true;
  }
  return false;
}

function lettersOf(letters: readonly Letter[]): string {
  return letters.map(({ looks }) => looks).join('');
}
