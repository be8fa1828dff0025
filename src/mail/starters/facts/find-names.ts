import names from './names.json';
import { MONTH, WEEKDAY } from './patterns.ts';

/** The names in a prompt. */
interface Named {
  /** The company or product that the mail comes from. */
  sender: string | undefined;
  /** The person that the mail is for. */
  customer: string | undefined;
  /** All names, in order; those of places and other people too. */
  all: string[];
}

const WORD = "(?:\\p{Lu}|\\d{1,3}\\p{L})[\\p{L}\\p{N}&'’+-]{0,40}";
/** "de" in "Sanne de Vries" and "Museu do Rio"; after a second word it rather leads to another name. */
const PARTICLE = '(?:de|do|da|del|van|von|den)';
const JOINED = new RegExp(`^${WORD} ${PARTICLE} `, 'u');
const NAME = new RegExp(
  `(?<![\\p{L}\\p{N}&])${WORD}(?: ${PARTICLE} ${WORD})?(?: (?:& )?${WORD}){0,4}(?![\\p{L}\\p{N}$])`,
  'gu',
);

const oneOf = (words: readonly string[]) => `(?:${words.join('|')})`;
const ARTICLE = '(?:the|la|le|les|el|los|las|il|lo|gli|het|die|dem|den|os?|as)';
const after = (words: readonly string[]) =>
  new RegExp(`(?<![\\p{L}])${oneOf(words)}(?:['’.:]|\\s${ARTICLE})?\\s*$`, 'iu');

const CUSTOMER = after(names.customer);
const HONORIFIC = new RegExp(`^${oneOf(names.customer)}\\.? `, 'iu');
/** Points of the words before a name for a sender. The first pattern that fits counts. */
const CUES: readonly (readonly [RegExp, number])[] = [
  [after(names.sender), 4],
  [after(names.by), 3],
  [after(names.of), 2],
  [after(names.for), 1],
  [after(names.with), -3],
];
const IS_FOR = after(['for', 'to', 'für', 'an', 'pour', 'à', 'para', 'a', 'per', 'voor', 'aan']);
const COMMON = new RegExp(`^${oneOf(names.common)}$`, 'iu');
const AUDIENCE = new RegExp(`^${oneOf(names.audience)}$`, 'iu');

/** Capital and then another one, a digit or a second word: a name even where all nouns have capitals. */
const DISTINCT = /\p{Lu}.*[\p{Lu}\p{N}&]|[&.+]\p{L}/u;
const VERSION = /(?<=\p{L}) v?\d+(?:\.\d+)*$/u;
/** Characters before a name that are searched. */
const REACH = 24;

/** Share of the points of a name after a colon, where prompts list the content of the mail. */
const DETAIL = 0.3;

interface Candidate {
  name: string;
  before: string;
  /** The more, the likelier it is the sender. */
  points: number;
}

/**
 * Finds the names in a prompt. The sender is the name with the most points: "our shop Acme", "from Acme", "of Acme".
 * @param prompt without quotes, addresses, dates and speakers
 * @param isPersonal a mail about one order: "for Ann Lee" names the customer
 */
export function findNames(prompt: string, language: string, isPersonal: boolean): Named {
  const found = [...prompt.matchAll(NAME)].flatMap((match) =>
    readCandidate(prompt, match[0], match.index, language),
  );
  const senders = found.filter(({ points }) => points > 0);
  const customer = found.find(({ name, before }) => CUSTOMER.test(before) || HONORIFIC.test(name));
  const sender = (candidates: readonly Candidate[]) =>
    candidates.reduce<Candidate | undefined>(
      (best, one) => (one !== customer && (best === undefined || one.points > best.points) ? one : best),
      undefined,
    );
  const buyer =
    customer ??
    (isPersonal
      ? found.find(
          (one) =>
            IS_FOR.test(one.before) &&
            isPersonLike(one.name) &&
            sender(senders.filter((other) => other !== one)),
        )
      : undefined);
  return {
    sender: sender(senders.filter((one) => one !== buyer))?.name,
    customer: buyer?.name.replace(HONORIFIC, ''),
    all: [...new Set(found.map(({ name }) => name))],
  };
}

function readCandidate(prompt: string, found: string, at: number, language: string): Candidate[] {
  const before = prompt.slice(Math.max(0, at - REACH), at);
  const [, cue = 0] = CUES.find(([pattern]) => pattern.test(before)) ?? [];
  const joined = JOINED.exec(found);
  // "journée Data de Novalis" has two names, and "from Museu do Rio" one.
  if (joined !== null && cue <= 0) {
    const [first = ''] = found.split(' ', 1);
    const rest = joined[0].length;
    return [
      ...readCandidate(prompt, first, at, language),
      ...readCandidate(prompt, found.slice(rest), at + rest, language),
    ];
  }
  const name = trimName(found);
  if ([COMMON, AUDIENCE, MONTH, WEEKDAY, /^$/, /^\p{Lu}{2,}\d+$/u].some((pattern) => pattern.test(name)))
    return [];
  const isStart = /(?:^|[.!?\n]\s*[-*•]?\s*)$/u.test(before);
  // A noun with a capital, or the first word of a sentence.
  const isPlain = !DISTINCT.test(name) && (language === 'de' ? !isNameOfOneWord(prompt, found, at) : isStart);
  if (isPlain && cue < 4) return [];
  const hasVersion = VERSION.test(found) || /^ v?\d+(?:\.\d+)+/.test(prompt.slice(at + found.length));
  const points = cue + (hasVersion ? 2 : 0);
  const isDetail = prompt.slice(0, at).includes(':');
  return [{ name: name.replace(VERSION, ''), before, points: isDetail ? points * DETAIL : points }];
}

/** "für Planbar, …", "von Kaffeewerk ist …": no article and no ending that follows an adjective. */
function isNameOfOneWord(prompt: string, name: string, at: number): boolean {
  const leads = /(?:^|\s)(?:von|bei|für)\s$/iu.test(prompt.slice(Math.max(0, at - 6), at));
  return leads && /^(?:$|[,.:;!]|\s\p{Ll})/u.test(prompt.slice(at + name.length, at + name.length + 3));
}

/** Names do not end with a full stop, a month or a day: "Acme Friday". */
function trimName(found: string): string {
  const words = found.split(' ');
  const end = words.findIndex((word, index) => index > 0 && (MONTH.test(word) || WEEKDAY.test(word)));
  return (end < 0 ? words : words.slice(0, end)).join(' ').replace(/(?<!['’+-])['’+-]+$/, '');
}

/** Two or three words of letters. */
const isPersonLike = (name: string): boolean =>
  /^\p{Lu}[\p{L}'’-]+(?: (?:de|van|von|da|del|di|den))?(?: \p{Lu}[\p{L}'’-]+){1,2}$/u.test(
    name.replace(HONORIFIC, ''),
  );

/** "Ana Silva (Type systems)": who speaks, and on what. */
export const SPEAKER =
  /(\p{Lu}[\p{L}'’-]{1,30}\.?(?: (?:de |van |von |da |di )?\p{Lu}[\p{L}'’-]{1,30}){1,3}) ?\(([^()\n]{3,100})\)/gu;
