import { MONTH, WEEKDAY } from './patterns.ts';

const AFTER_WORD =
  /(?<!\p{L})(?:called|named|for|at|from|by|of|namens|firma|marke|app|shop|bei|von|für|pour|chez|de|para|en|voor|van|bij|per|di|da)\s((?:\p{Lu}|\d)[\p{L}\p{N}&'’.+-]{0,40}(?: (?:\p{Lu}|\d|&)[\p{L}\p{N}&'’.+-]{0,40}){0,3})/gu;

/** Words with a capital that name nobody: of other languages' nouns, and of mails themselves. */
const COMMON =
  /^(?:e-?mails?|newsletters?|mails?|our|my|the|a|an|new|all|black friday|cyber monday|christmas|easter|halloween|new year|valentine.*|mother.?s day|weihnachten|ostern|noël|pâques|navidad|pascua|kerst|pasen|natale|pasqua|natal|páscoa|english|german|french|spanish|italian|dutch|portuguese|deutsch|spring|summer|autumn|fall|winter|html|css|url|utc|gmt|i|we|you|please|use|add|make|write|create|include|subject|button|code)$/i;

/** Capital and then another one, a digit or a second word: a name even where all nouns have capitals. */
const DISTINCT = /\p{Lu}.*[\p{Lu}\p{N}&]|[&.+]\p{L}/u;
const GERMAN = /(?<!\p{L})(?:für|der|die|das|und|mit|eine?|bitte|schreibe?)(?!\p{L})/iu;

/** The company or product a prompt is about: a name with a capital after "for", "at" or the like. */
export function findName(prompt: string): string | undefined {
  const isGerman = GERMAN.test(prompt);
  for (const [, found = ''] of prompt.matchAll(AFTER_WORD)) {
    const name = trimName(found);
    if (name === '' || COMMON.test(name) || MONTH.test(name) || WEEKDAY.test(name)) continue;
    if (/^\d/.test(name) && !/\p{L}{2}/u.test(name)) continue;
    if (/^\p{Lu}{2,}\d+$/u.test(name) || (isGerman && !DISTINCT.test(name))) continue;
    return name;
  }
  return undefined;
}

/** Names do not end with a full stop, a month or a day: "Orbit Labs. Write", "Acme Friday". */
function trimName(found: string): string {
  const words = found.split(/[.](?=\s|$)/, 1)[0]?.split(' ') ?? [];
  const end = words.findIndex((word, index) => index > 0 && (MONTH.test(word) || WEEKDAY.test(word)));
  return (end < 0 ? words : words.slice(0, end)).join(' ').replace(/['’.+-]+$/, '');
}
