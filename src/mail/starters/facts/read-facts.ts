import { distinct, type Facts, readUrls } from './facts.ts';
import { findItems, findName, findPoints, findStatement, findTopic } from './find-phrases.ts';
import * as patterns from './patterns.ts';
import { findQuotes, type QuoteRole, roleOf } from './quotes.ts';

/**
 * What a prompt says that has to be in the mail. Pure, and linear in the length of the prompt.
 * @param prompt as cleanPrompt leaves it
 * @param ownUrl address of this service: no place to send readers to
 */
export function readFacts(prompt: string, ownUrl: string): Facts {
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
  const { items, total } = findItems(blank(unquoted, [patterns.DATE, patterns.TIME]));
  const name = quoted.of('name')[0] ?? findName(unquoted);
  const sentence = { prompt: unquoted, name };
  const points = findPoints(unquoted);
  return {
    subject: quoted.of('subject')[0],
    preheader: quoted.of('preheader')[0],
    headline: quoted.of('headline')[0],
    button: quoted.of('button')[0],
    name,
    topic: findTopic(sentence.prompt),
    statement: findStatement(plain),
    texts: distinct([...quoted.of('text'), ...points]),
    percents: distinct(matchAll(undated, patterns.PERCENT)),
    codes: distinct([...quoted.of('code'), ...readCodes(undated)]).filter((code) => !references.has(code)),
    dates,
    times: distinct(matchAll(undated, patterns.TIME)),
    durations: distinct(matchAll(undated, patterns.DURATION)),
    amounts: distinct(matchAll(undated, patterns.AMOUNT)),
    versions: distinct(matchAll(undated, patterns.VERSION)),
    urls,
    order,
    tracking,
    place: findPlace(blank(unquoted, [patterns.DATE, patterns.TIME, patterns.DAY_OF_WEEK])),
    items,
    total,
  };
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
  /(?<!\p{L})(?:at|in|venue|location|place|where|ort|im|lieu|à|au|lugar|en|luogo|a|local|em|plaats|te)\s?:?\s((?:the |der |die |das |la |le |el |il |o )?\p{Lu}[\p{L}\p{N}'’.-]{1,40}(?:,? (?:\p{Lu}|\d)[\p{L}\p{N}'’.-]{0,40}){0,7})/gu;

/** A name with a capital after "at" or "in": the last one, since the sender is named first. */
function findPlace(text: string): string | undefined {
  const found = [...text.matchAll(PLACE)].map(([, place = '']) => place.replace(/(?<![.,'’-])[.,'’-]+$/, ''));
  return found.findLast((place) => !patterns.MONTH.test(place) && !patterns.WEEKDAY.test(place));
}
