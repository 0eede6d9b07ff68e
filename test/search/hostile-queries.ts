/** A search that somebody sends to hurt, by what it tries. */
export interface HostileQuery {
  name: string;
  q: string;
}

/** As long as a search may be over HTTP. */
const LONGEST = 2000;
const LONE_HIGH = '\ud800';
const LONE_LOW = '\udc00';

const filled = (piece: string, length = LONGEST): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** Short beginnings that many words share. */
const BEGINNINGS = [
  'co',
  're',
  'in',
  'de',
  'un',
  'pr',
  'st',
  'ca',
  'ma',
  'se',
  'di',
  'pa',
  'ex',
  'tr',
  'su',
  'mo',
];
const COMMON =
  'astro use page file component project app site code content data type function set build create';

/**
 * Fuzzy and wildcard bombs, operators inside operators, control characters and broken text, each within the length
 * that a search may have. `words` are words that many documents hold.
 */
export const HOSTILE_QUERIES: readonly HostileQuery[] = [
  { name: 'a fuzzy bomb in the language of lunr', q: 'abcdefghij~8 aaaaaaaaaaaaaaaaaaaa~10' },
  {
    name: 'misspelt words only',
    q: COMMON.split(' ')
      .map((word) => `${word}zqx`)
      .join(' '),
  },
  {
    name: 'sixteen words of 64 letters',
    q: Array.from({ length: 16 }, (_, n) => filled(`qz${n}x`, 64)).join(' '),
  },
  { name: 'a word of 2,000 letters', q: filled('a') },
  { name: 'a lone wildcard', q: '*' },
  { name: 'leading wildcards', q: filled('*a1 ') },
  { name: 'wildcards within words', q: filled('a*b*c*d ') },
  { name: 'five hundred short beginnings', q: filled('ab* ') },
  { name: 'sixteen beginnings that many words share', q: BEGINNINGS.map((text) => `${text}*`).join(' ') },
  {
    name: 'common beginnings, none of them held together',
    q: `${BEGINNINGS.map((text) => `${text}*`).join(' ')} qqqq`,
  },
  { name: 'sixteen common words', q: COMMON },
  { name: 'sixteen common words and one that nothing holds', q: `xqzzy ${COMMON}` },
  { name: 'a thousand words', q: filled('a b ') },
  { name: 'stop words only', q: filled('the of and to in a is ') },
  { name: 'a phrase of stop words', q: `"${filled('the of to ', 200)}"` },
  {
    name: 'sixteen phrases of common words',
    q: COMMON.split(' ')
      .map((word) => `"${word} the ${word}"`)
      .join(' '),
  },
  { name: 'a phrase that repeats itself', q: `"${filled('the ', LONGEST - 2)}"` },
  {
    name: 'exclusions of everything',
    q: `astro ${COMMON.split(' ')
      .map((word) => `-${word}`)
      .join(' ')}`,
  },
  {
    name: 'excluded phrases only',
    q: COMMON.split(' ')
      .map((word) => `-"${word} the"`)
      .join(' '),
  },
  {
    name: 'operators inside operators',
    q: 'type:"tag:\\"space:type:sop" tag:type:tag:x space:space: -type:-tag:-x',
  },
  { name: 'two hundred operators', q: filled('tag:x type:sop ') },
  { name: 'open quotes', q: filled('"') },
  { name: 'a quote that is never closed', q: `"${filled('open ', 1999)}` },
  { name: 'hyphens', q: filled('-') },
  {
    name: 'signs of query languages',
    q: '+a -b ^9 ~3 (c OR d) AND NOT e || f && !g [h TO i] {j} /k/ l:m \\n',
  },
  { name: 'bits of SQL and paths', q: `'; DROP TABLE pages; -- ../../etc/passwd %00 \${x} {{x}} <script>` },
  { name: 'control characters', q: filled('\u0000\u0001\u0007\u001b[31m\u007f\u0085 ') },
  { name: 'zero-width and bidirectional signs', q: filled('a\u200b\u202e\u2066b\ufeff ') },
  { name: 'lone surrogates', q: filled(`${LONE_HIGH} a${LONE_LOW} ${LONE_LOW}${LONE_HIGH}`) },
  { name: 'combining marks', q: `a${filled('\u0301\u0327\u0489', 1999)}` },
  { name: 'characters that unfold to many', q: filled('\ufdfa') },
  { name: 'letters that grow in lower case', q: filled('İẞŉǰ') },
  { name: 'a run of Chinese', q: filled('知識庫管理系統的') },
  { name: 'one Chinese character again and again', q: filled('知') },
  { name: 'Thai, Hindi and Arabic', q: filled('ภาษาไทย हिन्दी العربية ') },
  { name: 'emoji of many parts', q: filled('👩‍👩‍👧‍👦🏳️‍🌈') },
  {
    name: 'names of what objects inherit',
    q: '__proto__ constructor toString hasOwnProperty valueOf prototype',
  },
  { name: 'an identifier of a thousand parts', q: filled('aB') },
  { name: 'underscores and digits', q: filled('_1_') },
];
