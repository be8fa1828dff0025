import type { Drawing } from '../model/drawings.ts';
import type { BlockInput } from './blocks.ts';
import type { Brand } from './brand.ts';
import type { Facts } from './facts/facts.ts';
import type { Family } from './family.ts';
import type { Palette } from './palette.ts';
import type { TagFinder } from './tags.ts';
import type { Pair, StarterWords } from './words/index.ts';

export type MailKind = 'marketing' | 'transactional';

/** Everything a design reads: words, colors, facts of the prompt, brand and merge tags. */
export interface DesignContext {
  words: StarterWords;
  palette: Palette;
  family: Family;
  /** The address of a picture that this service draws. */
  addressOf: (drawing: Drawing) => string;
  facts: Facts;
  brand: Brand;
  tags: TagFinder;
  kind: MailKind;
  /** The name of the sender or product. */
  name: string | undefined;
  /** Where the main button leads; '' when unknown. */
  actionUrl: string;
  /** Where readers unsubscribe; undefined when unknown, and for mails that need no such link. */
  unsubscribeUrl: string | undefined;
}

/** The rows of a mail without its footer. */
export interface Design {
  rows: BlockInput[];
  /** Alignment of the footer. */
  align: 'left' | 'center';
  /** Pixels from the edge of the mail to its texts, where header and footer begin too. */
  inset?: number;
  /** Pixels; 600 when absent. */
  width?: number;
}

/** The text with the name, or the one without when there is none or it makes the text longer than `limit`. */
export function say({ name }: Pick<DesignContext, 'name'>, [named, bare]: Pair, limit = 200): string {
  if (name === undefined) return bare;
  const text = put(named, { name });
  return text.length > limit ? bare : text;
}

/** Fills in `{key}`; what is filled in is not searched again. */
export function put(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole);
}

/** "Hello {{ first_name }}," with an offered merge tag, or the customer whom the prompt names; undefined without both. */
export function greetingOf({ tags, words, facts }: DesignContext): string | undefined {
  const name = tags.find('firstName', 'fullName') ?? facts.customer;
  return name === undefined ? undefined : put(words.hello[0], { name });
}

/** Day and time as the prompt has them, or the offered merge tag. */
export function whenOf({ facts, tags }: DesignContext): string | undefined {
  const said = [facts.dates.join(' – '), facts.times.join(' – ')].filter((part) => part !== '').join(', ');
  return said === '' ? tags.find('date') : said;
}

/** Texts up to here can be headings. */
const HEADLINE_LENGTH = 70;

/** The headline, and the quoted texts that are left for the body: a short first one is the headline. */
export function takeHeadline(
  { facts }: DesignContext,
  otherwise: string,
  isHeadline: (text: string) => boolean = (text) => text.length <= HEADLINE_LENGTH,
): { headline: string; texts: string[] } {
  const { headline, topic, texts } = facts;
  if (headline !== undefined) return { headline, texts };
  const index = texts.findIndex(isHeadline);
  const found = index === 0 ? texts[0] : undefined;
  if (found !== undefined) return { headline: found, texts: texts.slice(1) };
  return { headline: topic ?? otherwise, texts };
}

/** Longer texts are not centered: the eye would look for the beginning of each line. */
const LONG = 180;

/** Centered for a short text, from the left for a longer one. */
export function alignOf(lines: readonly string[]): 'center' | 'left' {
  return lines.join(' ').length <= LONG ? 'center' : 'left';
}

/** A whole sentence of the prompt, else the text of the starter. */
export function introOf({ facts }: DesignContext, { text }: { text: readonly string[] }): readonly string[] {
  return facts.statement === undefined ? text : [facts.statement];
}
