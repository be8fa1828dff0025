import { type Item, MAX_OF_A_KIND } from './facts.ts';
import { AMOUNT, MONTH, WEEKDAY } from './patterns.ts';

const AFTER_WORD =
  /(?<!\p{L})(?:called|named|for|at|from|by|of|namens|firma|marke|app|shop|bei|von|für|pour|chez|de|para|en|voor|van|bij|per|di|da)\s((?:\p{Lu}|\d)[\p{L}\p{N}&'’.+-]{0,40}(?: (?:\p{Lu}|\d|&)[\p{L}\p{N}&'’.+-]{0,40}){0,3})/gu;

/** Words with a capital that are no names: nouns of other languages, and words about mails. */
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
  return (end < 0 ? words : words.slice(0, end)).join(' ').replace(/(?<!['’.+-])['’.+-]+$/, '');
}

const TOPIC =
  /(?<!\p{L})(?:about|on the topic of|regarding|concerning|über|zum thema|à propos d[eu]|sur|au sujet d[eu]|sobre|acerca de|over|su|riguardo a)\s((?:[^\s.;:!?,]+[ ,]{1,2}){0,11}[^\s.;:!?,]+)/iu;

/** Announced by a word for telling; in German and Dutch the verb of such a clause stands at its end, so it is no sentence alone. */
const STATEMENT =
  /(?<!\p{L})(?:announc\w{0,6}|tell\w{0,4}|say\w{0,4}|inform\w{0,5}|remind\w{0,4}|explain\w{0,4}|mention\w{0,4}|let \w+ know|annonc\w{0,4}|dire|indiqu\w{0,3}|rappel\w{0,4}|anunci\w{0,4}|decir|di|avis\w{0,4}|annunci\w{0,4}|comunic\w{0,4})(?: [^\s.;:!?]+){0,3} (?:that|que|che) ([^;:!?\n]{10,220}?)(?=\.(?:\s|$)|[;:!?\n]|$)/iu;

/** Cases that show: such a phrase is no heading. */
const INFLECTED = /^(?:unsere[mn]|de[mn]|eine[mnr]|meine[mn]|der|seine[mn])\s/i;

/** What the mail is about, as a heading: "our spring collection". */
export function findTopic(prompt: string): string | undefined {
  const found = TOPIC.exec(prompt)?.[1];
  if (found === undefined) return undefined;
  const topic = found
    .replace(
      /(?<!\s)\s+(?:and|with|for|und|mit|für|et|avec|y|con|en|met|e|com|the|a|in|that|die|le|la)$/i,
      '',
    )
    .trim();
  const isHeading =
    topic.length >= 4 && topic.length <= 80 && !INFLECTED.test(topic) && /\p{L}{3}/u.test(topic);
  return isHeading ? capitalize(topic) : undefined;
}

/** "Announce that our office opens in May" → "Our office opens in May." */
export function findStatement(prompt: string): string | undefined {
  const found = STATEMENT.exec(prompt)?.[1]?.replace(/\s+/g, ' ').trim();
  if (found === undefined || found.split(' ').length < 3) return undefined;
  return `${capitalize(found.replace(/(?<![,.])[,.]+$/, ''))}.`;
}

const POINT = /^\s{0,8}(?:[-*•–]|\d{1,2}[.)])\s+(\S[^\n]{1,300})$/gmu;
const ENUMERATION = /:\s*([^.:!?\n]{8,600}?)(?=[.!?](?:\s|$)|\n|$)/gu;

/** The points of a list: lines with a bullet, or three and more things between commas after a colon. */
export function findPoints(prompt: string): string[] {
  const points = [...prompt.matchAll(POINT)].map(([, point = '']) => point);
  const listed =
    points.length > 0
      ? points
      : [...prompt.matchAll(ENUMERATION)].flatMap(([, list = '']) => splitList(list));
  return listed
    .map((point) =>
      point
        .replace(/\s+/g, ' ')
        .replace(/(?<![.,;\s])[.,;\s]+$/, '')
        .trim(),
    )
    .filter((point) => /\p{L}{3}/u.test(point))
    .map(capitalize);
}

function splitList(list: string): string[] {
  const parts = list.split(
    list.includes(';') ? /;/ : /,(?!\d)\s*(?:(?:and|und|et|y|en|e)\s)?|\s(?:and|und|et|y|en|e)\s/iu,
  );
  const isList = parts.length >= 3 && parts.length <= 12 && parts.every(isPoint);
  return isList ? parts : [];
}

/** Where quotes and addresses were, there are only spaces now: "headline        ," is no point of a list. */
function isPoint(part: string): boolean {
  return part.trim().length <= 120 && !/\s{2}/.test(part);
}

function capitalize(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

const TOTAL =
  /(?<!\p{L})(?:grand total|total(?: amount)?|sum|gesamt(?:betrag|summe)?|summe|montant total|importe total|totaal|totale|importo|valor total)(?!\p{L})/iu;
/** What leads up to the first thing that was bought. */
const LEAD =
  /^.*(?:[:]|(?<!\p{L})(?:with|items?|contains?|for|bought|mit|für|artikel|avec|articles?|pour|con|artículos?|para|met|artikelen|voor|articoli|per|com|itens)\s)(?=\s*(?:\d+\s?[x×]?\s*)?\p{L})/iu;
const JOINTS =
  /^(?:\s|[-–—:=(]|(?:and|und|et|y|en|e|a|an|one|ein|eine|un|une|una|uno|een|um|uma|for|at|à|zu|für|pour|por|per|voor|die|der|das|the)\s)+/iu;
const TAIL = /(?:\s|[-–—:=(@]|\s(?:for|at|à|zu|für|pour|por|per|voor|a|um|is|ist))+$/iu;

/** Things with a price: "Linen shirt $48, wool socks for $22, total $70". A price that stands alone is none. */
export function findItems(text: string): { items: Item[]; total: string | undefined } {
  const items: Item[] = [];
  let total: string | undefined;
  for (const part of splitParts(text)) {
    const amounts = [...part.matchAll(AMOUNT)];
    const [first] = amounts;
    if (first === undefined || amounts.length > 1) continue;
    const amount = first[0].trim();
    // Names are short; what backtracks stays so too.
    const before = part.slice(Math.max(first.index - 200, 0), first.index);
    if (TOTAL.test(part)) {
      total ??= amount;
      continue;
    }
    const name = before.replace(LEAD, '').replace(JOINTS, '').replace(TAIL, '').trim();
    if (/\p{L}{2}/u.test(name) && name.length <= 60) items.push({ name, amount });
  }
  return { items: items.slice(0, MAX_OF_A_KIND), total };
}

/** Between commas that are not part of a number, and the ends of lines and sentences. */
function splitParts(text: string): string[] {
  return text.split(/[;\n]|,(?!\d)|\.(?=\s|$)|\s(?:and|und|et|y|en|e)\s(?=[^,;\n]{0,80}\d)/iu);
}
