import type { SocialPlatform } from '../model/index.ts';
import type { Facts } from './facts/facts.ts';
import type { BrandColors, Palette } from './look/palette.ts';
import type { Part } from './look/parts.ts';
import type { TagFinder } from './tags.ts';
import type { Pair, StarterWords } from './words/index.ts';

/** The fields of a project's brand that starters use. */
export interface Brand {
  colors?: BrandColors;
  font?: string;
  logo_url?: string;
  logo_alt?: string;
  footer_text?: string;
  company_name?: string;
  postal_address?: string;
  website_url?: string;
  unsubscribe_url?: string;
  social?: { platform: SocialPlatform; url: string }[];
}

export type MailKind = 'marketing' | 'transactional';

/** All that a design is made of. */
export interface Kit {
  words: StarterWords;
  palette: Palette;
  facts: Facts;
  brand: Brand;
  tags: TagFinder;
  kind: MailKind;
  /** Of the sender or product. */
  name: string | undefined;
  /** Where the main button leads; '' when nobody said. */
  actionUrl: string;
  /** Where readers leave the list; undefined when nobody said, and for mails that need none. */
  leaveUrl: string | undefined;
}

/** What a design has to show, between nothing above and the footer below. */
export interface Design {
  rows: Part[];
  /** Of the footer. */
  align: 'left' | 'center';
  /** Pixels from the edge of the mail to its texts, where header and footer begin too. */
  inset?: number;
  /** Pixels; 600 when absent. */
  width?: number;
}

/** The text with the name, or the one without when there is none or it makes the text longer than `limit`. */
export function say({ name }: Pick<Kit, 'name'>, [named, bare]: Pair, limit = 200): string {
  if (name === undefined) return bare;
  const text = put(named, { name });
  return text.length > limit ? bare : text;
}

/** Fills in `{key}`; what is filled in is not searched again. */
export function put(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole);
}

/** "Hello {{ first_name }}," with an offered merge tag, else undefined: a greeting of nobody is no greeting. */
export function greet({ tags, words }: Kit): string | undefined {
  const tag = tags.find('firstName', 'fullName');
  return tag === undefined ? undefined : put(words.hello[0], { name: tag });
}

/** Day and time as the prompt has them, or the offered merge tag. */
export function whenOf({ facts, tags }: Kit): string | undefined {
  const said = [facts.dates.join(' – '), facts.times.join(' – ')].filter((part) => part !== '').join(', ');
  return said === '' ? tags.find('date') : said;
}

/** Texts up to here can be headings. */
const HEADLINE_LENGTH = 70;

/** The headline, and the quoted texts that are left for the body: a short first one is the headline. */
export function takeHeadline(
  { facts }: Kit,
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

/** What the prompt says as a sentence comes before what we would say. */
export function introOf({ facts }: Kit, { text }: { text: readonly string[] }): readonly string[] {
  return facts.statement === undefined ? text : [facts.statement];
}
