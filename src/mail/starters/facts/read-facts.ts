import type { StarterName } from '../choose-starter.ts';
import { type Clause, splitClauses } from './clauses.ts';
import { distinct, type Facts, readUrls } from './facts.ts';
import { findItems, sumOf } from './find-items.ts';
import { findNames, SPEAKER } from './find-names.ts';
import { capitalize, findPoints, findStatement, findTopic } from './find-phrases.ts';
import * as patterns from './patterns.ts';
import { findQuotes, type QuoteRole, roleOf } from './quotes.ts';

/** Mails about an order or an account, whose reader a prompt can name. */
const PERSONAL: ReadonlySet<StarterName> = new Set(['receipt', 'shipping', 'verify', 'reset']);

/** Mails about something that takes place. */
const HAS_PLACE: ReadonlySet<StarterName> = new Set(['event', 'announcement']);

interface Reading {
  /** As `cleanPrompt` leaves it. */
  prompt: string;
  /** Address of this service, to which readers are not sent. */
  ownUrl: string;
  starter: StarterName;
  /** Primary subtag of the language of the prompt. */
  language: string;
}

/** Reads the facts in a prompt that have to be in the mail. Pure, and linear in the length of the prompt. */
export function readFacts({ prompt, ownUrl, starter, language }: Reading): Facts {
  const urls = readUrls(prompt, ownUrl);
  const plain = blank(prompt, [patterns.URL_IN_TEXT, patterns.MAIL_ADDRESS]);
  const quoted = readQuotes(plain);
  const unquoted = blankRanges(plain, quoted.ranges);
  // Quoted texts are shown word for word: a date in one is not that of the mail, unless there is no other.
  const dates = firstFound([unquoted, plain], [patterns.DATE, patterns.DAY_OF_WEEK]);
  const undated = blank(plain, [patterns.DATE]);
  const order = patterns.ORDER.exec(undated)?.[1];
  const tracking = patterns.TRACKING.exec(undated)?.[1];
  const references = new Set([order, tracking]);
  const speakers = [...unquoted.matchAll(SPEAKER)].map(([, name = '', talk = '']) => ({ name, talk }));
  const unspoken = blank(unquoted, [SPEAKER]);
  const names = findNames(blank(unspoken, [patterns.DATE, patterns.TIME]), language, PERSONAL.has(starter));
  const clauses = splitClauses(blank(prompt, [patterns.URL_IN_TEXT]));
  const bought = starter === 'receipt' ? findItems(clauses) : { items: [], total: undefined };
  const points = findPoints(unspoken, splitClauses(unspoken), language).filter(
    (point) =>
      !isCovered(point, [order, tracking, ...bought.items.map(({ amount }) => amount), bought.total]),
  );
  const amounts = distinct(matchAll(undated, patterns.AMOUNT));
  return {
    subject: quoted.of('subject')[0],
    preheader: quoted.of('preheader')[0],
    headline: quoted.of('headline')[0],
    button: quoted.of('button')[0],
    name: quoted.of('name')[0] ?? names.sender,
    customer: names.customer,
    speakers,
    topic: findTopic(unquoted, language),
    statement: findStatement(plain) ?? (starter === 'promotion' ? findOffer(clauses) : undefined),
    texts: distinct([
      ...quoted.of('text').filter((text) => !bought.items.some(({ name }) => name.includes(text))),
      ...points,
    ]),
    percents: distinct(matchAll(undated, patterns.PERCENT)),
    codes: distinct([...quoted.of('code'), ...readCodes(undated)]).filter((code) => !references.has(code)),
    dates,
    times: distinct(matchAll(undated, patterns.TIME)),
    durations: distinct(matchAll(undated, patterns.DURATION)),
    amounts,
    versions: distinct(matchAll(undated, patterns.VERSION)),
    urls,
    order,
    tracking,
    place: HAS_PLACE.has(starter)
      ? findLocation(blank(unspoken, [patterns.DATE, patterns.TIME, patterns.DAY_OF_WEEK]), names.sender)
      : undefined,
    ...bought,
    total: bought.total ?? sumOf(bought.items.map(({ amount }) => amount)),
    remarks: readRemarks(clauses, names.all),
  };
}

/** Whether a point has hardly more words than facts with a place of their own in the mail. */
function isCovered(point: string, facts: readonly (string | undefined)[]): boolean {
  const found = facts.filter((fact): fact is string => fact !== undefined && point.includes(fact));
  const left = found.reduce((text, fact) => text.replace(fact, ''), point);
  return found.length > 0 && (left.match(/\p{L}+/gu) ?? []).length <= 5;
}

/** Words of instructions to the author of the mail, which are no text of the mail. */
const INSTRUCTION =
  /(?<!\p{L})(?:writ|creat|mak|generat|compose(?!\p{L})|draft|design|add|includ|mention|use|tone|colou?r|style|e-?mails?|mails?|newsletter|subject|preheader|headline|button|cta|schreib|erstell|mach|verwende|knopf|betreff|crée|écri|rédige|ajoute|utilise|bouton|objet|crea|escrib|añad|usa|bot[óo]n|asunto|schrijf|maak|voeg|gebruik|knop|onderwerp|scriv|aggiung|pulsante|oggetto|cri[ae]|escrev|adicion|bot[ãa]o|assunto)/iu;

/** "25% off all boards with the code WAVE25": what a discount is for. */
function findOffer(clauses: readonly Clause[]): string | undefined {
  const offer = clauses.find(({ text }, index) => index > 0 && /%/.test(text) && isText(text));
  return offer === undefined || offer.text.split(' ').length < 5 ? undefined : `${capitalize(offer.text)}.`;
}

/** Whether a part of the prompt can stand in the mail as it is. */
const isText = (text: string): boolean => text.length <= 200 && text.includes(' ') && !INSTRUCTION.test(text);

/** Addresses of mail, words in capitals or with digits, and small numbers with the word that they count. */
const FIGURE =
  /[^\s@<>"'()[\],;:]{1,64}@[\w-]+(?:\.[\w-]+)+|(?<![\p{L}\p{N}.,:])\p{N}{1,2} \p{L}{1,40}|(?<![\p{L}\p{N}])\p{L}{0,12}\p{N}(?:[\p{L}\p{N}.,:/-]{0,40}[\p{L}\p{N}])?|(?<![\p{L}\p{N}])\p{Lu}{2,12}(?![\p{L}\p{N}])/gu;

/**
 * Parts of the prompt with a name or a figure. The first one says what the mail is to be, and is kept for its names and
 * references only.
 */
function readRemarks(clauses: readonly Clause[], names: readonly string[]): Facts['remarks'] {
  return clauses.flatMap(({ text }, index) => {
    const figures = text.match(FIGURE) ?? [];
    const isKept = index > 0 && isText(text);
    const facts = distinct([
      ...names.filter((name) => text.includes(name)),
      ...(isKept ? figures : figures.filter((figure) => !/^\p{N}{1,2}(?: |$)/u.test(figure))),
    ]);
    return facts.length === 0 ? [] : [{ text: isKept ? text : undefined, facts }];
  });
}

function* matchAll(text: string, pattern: RegExp): Generator<string> {
  for (const [found] of text.matchAll(pattern)) yield found.replace(/\s+/g, ' ');
}

/** What the first of the patterns finds in the first of the texts that has any. */
function firstFound(texts: readonly string[], wanted: readonly RegExp[]): string[] {
  const tries = wanted.flatMap((pattern) => texts.map((text) => distinct(matchAll(text, pattern))));
  return tries.find((found) => found.length > 0) ?? [];
}

function* readCodes(text: string): Generator<string> {
  for (const [, code = ''] of text.matchAll(patterns.CODE)) if (!/[a-z]/.test(code)) yield code;
  for (const [code] of text.matchAll(patterns.BARE_CODE)) yield code;
}

function readQuotes(prompt: string) {
  const quotes = findQuotes(prompt);
  let previousEnd = 0;
  const roles = quotes.map((quote) => {
    const role = roleOf(quote, previousEnd);
    previousEnd = quote.end;
    return { role, text: quote.text };
  });
  // A second subject or label becomes an ordinary text, so that it is not lost.
  const used = new Set<QuoteRole>();
  const settled = roles.map(({ role, text }) => {
    const isFree = role === 'text' || role === 'code' || !used.has(role);
    used.add(role);
    return { role: isFree ? role : 'text', text };
  });
  return {
    ranges: quotes,
    of: (role: QuoteRole) => settled.filter((quote) => quote.role === role).map(({ text }) => text),
  };
}

/** The text with what matches blanked out, so that a date is not taken for a number; places stay as they are. */
function blank(text: string, found: readonly RegExp[]): string {
  return found.reduce((left, pattern) => left.replace(pattern, (match) => ' '.repeat(match.length)), text);
}

function blankRanges(text: string, ranges: readonly { start: number; end: number }[]): string {
  let left = '';
  let from = 0;
  for (const { start, end } of ranges) {
    left += text.slice(from, start) + ' '.repeat(end - start);
    from = end;
  }
  return left + text.slice(from);
}

const PLACE =
  /(?<!\p{L})(?:at|in|venue|location|place|where|ort|im|lieu|à|au|lugar|en|luogo|ad?|local|em|no|na|plaats|te)\s?:?\s((?:the |der |die |das |la |le |el |il |o )?\p{Lu}[\p{L}\p{N}'’-]{1,40}(?:,? (?:\p{Lu}|\d)[\p{L}\p{N}'’-]{0,40}){0,7})/gu;

/** A name with a capital after "at" or "in": the last one, since the sender is named first. */
function findLocation(text: string, sender: string | undefined): string | undefined {
  const found = [...text.matchAll(PLACE)].map(([, place = '']) => place.replace(/(?<![.,'’-])[.,'’-]+$/, ''));
  return found.findLast(
    (place) => !patterns.MONTH.test(place) && !patterns.WEEKDAY.test(place) && !sender?.startsWith(place),
  );
}
