import { memoize } from './memoize.ts';

/** Inboxes make their summaries of about this many sentences. */
const MAX_SENTENCES = 3;
/** Characters of a summary. */
const MAX_LENGTH = 220;

/** "View in browser" in the languages with word lists. */
export const VIEW_ONLINE =
  /(?:view|see|read|open)\b.{0,20}\b(?:in|on|with)\b.{0,12}\b(?:browser|web)|view (?:it )?online|web version|online version|im browser|online (?:ansehen|anzeigen|lesen)|webversion|onlineversion|dans (?:votre|le|un) navigateur|version (?:en ligne|web)|voir en ligne|en (?:tu|su|el) navegador|versión (?:web|en línea|online)|in (?:je|uw|de) browser|online (?:bekijken|lezen)|webversie|nel (?:tuo )?browser|versione (?:web|online)|no (?:seu )?navegador|versão (?:web|online)/i;

/** "Hello Anna," and the like: a few words that end with a comma, a colon or an exclamation mark. */
const GREETING = /^(?:[^\s,.!?]+\s+){0,3}[^\s,.!?]+[,!:]$/;

/** The first sentences of a mail that tell something, for which inboxes show a summary; '' for none. */
export function findLead(texts: Iterable<string>): string {
  const sentences: string[] = [];
  for (const text of texts) {
    const line = text.replace(/\s+/g, ' ').trim();
    if (line === '' || VIEW_ONLINE.test(line) || GREETING.test(line)) continue;
    sentences.push(...(line.match(/[^.!?。！？]+[.!?。！？]*\s*/g) ?? [line]));
    if (sentences.length >= MAX_SENTENCES) break;
  }
  const chosen: string[] = [];
  for (const sentence of sentences.slice(0, MAX_SENTENCES)) {
    if (chosen.length > 0 && chosen.join(' ').length + sentence.length > MAX_LENGTH) break;
    chosen.push(sentence.trim());
  }
  return chosen.join(' ');
}

/** Finds dates, days and times of day in a text of a language, such as "6 May", "Freitag", "12/24" or "18:30". */
export const datePatternOf = memoize((language: string) => language, makeDatePattern);

function makeDatePattern(language: string): RegExp {
  const names = new Set<string>();
  const locale = Intl.DateTimeFormat.supportedLocalesOf(language === '' ? 'en' : language)[0] ?? 'en';
  for (const width of ['long', 'short'] as const) {
    const [weekday, month] = [{ weekday: width }, { month: width }].map(
      (options) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }),
    );
    for (let index = 0; index < 12; index += 1) {
      const at = Date.UTC(2026, index, 1 + index);
      // "may" and "mar" are words too, so months need a number beside them.
      const name = quoteForPattern(month?.format(at) ?? '');
      names.add(`\\d{1,2}\\p{P}?\\s(?:de\\s)?${name}|${name}\\p{P}?\\s\\d{1,2}`);
      if (width === 'long' && index < 7)
        names.add(quoteForPattern(weekday?.format(Date.UTC(2026, 0, 4 + index)) ?? ''));
    }
  }
  const numbers = '\\d{1,2}[./]\\d{1,2}(?:[./]\\d{2,4})?|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}:\\d{2}';
  return new RegExp(`(?<![\\p{L}\\d])(?:${[...names, numbers].join('|')})(?![\\p{L}\\d])`, 'iu');
}

const quoteForPattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
