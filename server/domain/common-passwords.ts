/** The parts that common passwords of twelve characters and more are made of, lower case. */
const COMMON_WORDS = new Set(
  `password passw0rd p4ssword passwort contraseña motdepasse wachtwoord senha parola qwerty qwertz azerty qwertyuiop
  asdfghjkl asdfgh zxcvbnm zxcvbn qazwsx qazwsxedc qwertyui 1q2w3e4r 1q2w3e4r5t 1q2w3e 1qaz2wsx 1qaz2wsx3edc q1w2e3r4
  q1w2e3r4t5 zaq12wsx admin administrator root user guest login welcome letmein access master secret default changeme
  change me iloveyou ilove you love lovely princess sunshine superman batman spiderman dragon monkey football baseball
  basketball soccer hockey starwars star wars pokemon trustno1 whatever computer internet hello helloworld world freedom
  jesus jesuschrist christ michael jordan jennifer jessica michelle charlie ashley daniel shadow mustang corvette ferrari
  liverpool chelsea arsenal manchester united realmadrid barcelona cheese chocolate flower summer winter spring autumn
  monday friday january december test testing temp temporary abc abcd abcde abcdef abcdefg abcdefgh correct horse
  battery staple correcthorsebatterystaple thisismypassword this is my mypassword yourpassword the new newpassword
  and company office server database wiki knowledge base knowledgebase note notes document documents`.split(
    /\s+/,
  ),
);

const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '012345678901234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
];
const SEQUENCES = ROWS.flatMap((row) => [row, Array.from(row).toReversed().join('')]);

const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};
const LONGEST_WORD = 25;

/**
 * Whether a password is one that guessers try first: common words one after another with digits and signs around
 * them, rows of the keyboard, or one short piece repeated. A list of the most common passwords holds few of
 * twelve characters and more, and those are all of these kinds (security P1).
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  if (/^(.{1,6}?)\1+.{0,3}$/u.test(lower)) return true;
  if (isSequence(lower.replaceAll(/[^\p{L}\p{N}]/gu, ''))) return true;
  return consistsOfWords(lower);
}

function isSequence(text: string): boolean {
  return text.length >= 8 && SEQUENCES.some((sequence) => sequence.includes(text));
}

function withoutLookalikes(text: string): string {
  return Array.from(text, (character) => LOOKALIKES[character] ?? character).join('');
}

/** Common words, also in look-alike signs, and runs of digits and signs only, such as `P@ssw0rd2024!!`. */
function consistsOfWords(text: string): boolean {
  const spelled = withoutLookalikes(text);
  const isReachable = [true];
  for (let end = 1; end <= text.length; end += 1) {
    isReachable[end] = isReachable[end - 1] === true && /[^\p{L}]/u.test(text.charAt(end - 1));
    for (let start = Math.max(0, end - LONGEST_WORD); start < end && !isReachable[end]; start += 1) {
      const isWord = COMMON_WORDS.has(text.slice(start, end)) || COMMON_WORDS.has(spelled.slice(start, end));
      isReachable[end] = isReachable[start] === true && isWord;
    }
  }
  return isReachable[text.length] === true && /\p{L}/u.test(text);
}
