import { escapeText } from '../parse/escape.ts';
import { type BlockInput, link, strong } from './blocks.ts';
import type { StarterName } from './choose-starter.ts';
import type { DesignContext } from './design.ts';
import { type Facts, showUrl } from './facts/facts.ts';
import { sumOf } from './facts/find-items.ts';
import { capitalize } from './facts/find-phrases.ts';
import { PLACEHOLDER_TAGS } from './tags.ts';

/** Starters with a list of stories or changes that is general text until the prompt gives some. */
const HAS_FILLER: ReadonlySet<StarterName> = new Set(['welcome', 'newsletter', 'changelog']);

/** Notes for the author: what was assumed, and what has to be filled in before the mail is sent. */
export function listNotes(
  context: DesignContext,
  {
    starter,
    languageNote,
    hasTexts,
    isForAgent,
  }: { starter: StarterName; languageNote: string | undefined; hasTexts: boolean; isForAgent: boolean },
): string[] {
  return [
    `Composed from the built-in starter "${starter}", without a language model: only names, quoted texts, dates, figures, codes and addresses of the prompt were taken over, with the words around them. Change the rest ${isForAgent ? 'by operations' : 'by hand'}.`,
    ...(languageNote === undefined ? [] : [languageNote]),
    ...recordLinks(context),
    ...recordFooter(context),
    ...recordTags(context),
    ...(HAS_FILLER.has(starter) && !hasTexts
      ? ['The prompt quoted no texts, so the points of the list are general ones: replace them by your own.']
      : []),
    ...recordTotal(context.facts),
    ...(starter === 'receipt' && context.facts.items.length === 0
      ? [
          'The prompt named no items with prices: add them to the table, or let your sending service print them.',
        ]
      : []),
  ];
}

function recordTotal({ items, total }: Facts): string[] {
  const sum = sumOf(items.map(({ amount }) => amount));
  if (sum === undefined || total === undefined) return [];
  // Writes both alike, because $25 equals $25.00.
  if (sumOf([total, sum]) === sumOf([total, total])) return [];
  return [`The items add up to ${sum}, but the prompt says ${total}, which is in the mail.`];
}

function recordLinks({ actionUrl }: DesignContext): string[] {
  if (actionUrl === '') {
    return [
      'No address for the button was found, neither in the prompt nor among the merge tags: set its url.',
    ];
  }
  if (actionUrl !== PLACEHOLDER_TAGS.action) return [];
  return [
    `No address for the button was named, so it leads to ${PLACEHOLDER_TAGS.action}: have your sending service fill it in, or set url.`,
  ];
}

function recordFooter({ kind, unsubscribeUrl, brand, tags, name }: DesignContext): string[] {
  const notes: string[] = [];
  if (kind === 'transactional') return notes;
  if (unsubscribeUrl === undefined) {
    notes.push(
      'Marketing mail needs a link to unsubscribe; none of the merge tags is one, and the brand has none. Add it to the footer, or set unsubscribe_url of the brand.',
    );
  } else if (unsubscribeUrl === PLACEHOLDER_TAGS.unsubscribe) {
    notes.push(
      `The link to unsubscribe is ${PLACEHOLDER_TAGS.unsubscribe}: put in what your sending service calls it, or set unsubscribe_url of the brand.`,
    );
  }
  if (brand.postal_address === undefined && tags.find('address') === undefined) {
    notes.push(
      tags.isKnown
        ? 'Marketing mail has to name a postal address: add yours to the footer, or set postal_address of the brand.'
        : `The postal address is ${PLACEHOLDER_TAGS.address}: put in yours, or set postal_address of the brand.`,
    );
  }
  if (brand.company_name === undefined && name === undefined) {
    notes.push('The sender is not known: set company_name of the brand.');
  }
  return notes;
}

function recordTags({ tags }: DesignContext): string[] {
  const name = tags.find('firstName', 'fullName');
  if (name === undefined || /default|fallback|\?\?/i.test(name)) return [];
  return [`${name} stands as it was offered; give it a fallback if some readers have no name.`];
}

/** Lines of HTML for facts of the prompt that no block shows yet. */
export function listUnplacedFacts(
  { facts, words, name }: DesignContext,
  parts: readonly BlockInput[],
  subject: string,
): string[] {
  const sentences = listRemarks(facts, textSearchOf(parts));
  const isSaid = searchOf([...parts, ...sentences]);
  const { labels } = words;
  const labeled = (label: string, values: readonly (string | undefined)[]) => {
    const missing = values.filter((value) => value !== undefined && !isSaid(value)) as string[];
    return missing.length === 0 ? [] : [`${strong(`${label}:`)} ${missing.map(escapeText).join(', ')}`];
  };
  const links = facts.urls.filter((url) => !isSaid(url));
  const lines = [
    ...facts.texts.filter((text) => !isSaid(text)).map(escapeText),
    ...sentences,
    ...labeled(labels.about, [name, isIn(subject, facts.topic) ? undefined : facts.topic]),
    ...labeled(labels.when, [...facts.dates, ...facts.times]),
    ...labeled(labels.where, [facts.place]),
    ...labeled(labels.duration, facts.durations),
    ...labeled(labels.discount, facts.percents),
    ...labeled(labels.code, facts.codes),
    ...labeled(labels.order, [facts.order]),
    ...labeled(labels.tracking, [facts.tracking]),
    ...labeled(labels.version, facts.versions),
    ...labeled(labels.total, [facts.total]),
    ...labeled(labels.price, facts.amounts),
    ...links.map((url) => `${strong(`${labels.link}:`)} ${link(showUrl(url), url)}`),
  ];
  const isShown = textSearchOf([...parts, ...lines]);
  const names = facts.remarks.flatMap(({ facts: named }) => named.filter((one) => !isShown(one)));
  return [
    ...lines,
    ...(names.length === 0
      ? []
      : [`${strong(`${labels.about}:`)} ${escapeText([...new Set(names)].join(', '))}`]),
  ];
}

/** The parts of the prompt with a name or a figure that is nowhere else. */
const listRemarks = ({ remarks }: Facts, isSaid: (words: string) => boolean): string[] =>
  remarks.flatMap(({ text, facts }) =>
    text === undefined || facts.every(isSaid) ? [] : [escapeText(capitalize(text))],
  );

function isIn(text: string, part: string | undefined): boolean {
  return part !== undefined && text.toLowerCase().includes(part.toLowerCase());
}

/** Makes a search for texts in blocks, escaped or as they are. */
function searchOf(parts: readonly (BlockInput | string)[]): (text: string) => boolean {
  const strings: string[] = [];
  collect(parts, strings);
  const all = strings
    .join('\n')
    .replace(/<\/?(?:strong|span)\b[^<>]*>/g, '')
    .toLowerCase();
  return (text) => all.includes(text.toLowerCase()) || all.includes(escapeText(text).toLowerCase());
}

/** Makes a search for whole words in the visible text of blocks. */
function textSearchOf(parts: readonly (BlockInput | string)[]): (words: string) => boolean {
  const strings: string[] = [];
  collect(parts, strings);
  const all = ` ${strings.join('\n').replace(/<[^<>]*>/g, ' ')} `.toLowerCase();
  const isLetter = (at: number) => /[\p{L}\p{N}]/u.test(all.charAt(at));
  return (words) => {
    const wanted = escapeText(words).toLowerCase();
    for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + 1))
      if (!isLetter(at - 1) && !isLetter(at + wanted.length)) return true;
    return false;
  };
}

function collect(value: unknown, strings: string[]): void {
  if (typeof value === 'string') strings.push(value);
  else if (Array.isArray(value)) for (const one of value) collect(one, strings);
  else if (typeof value === 'object' && value !== null) collect(Object.values(value), strings);
}
