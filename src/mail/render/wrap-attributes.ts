import { type Liquid, type TagToken, Tokenizer, type TopLevelToken, TypeGuards } from 'liquidjs';
import type { EscapeContext } from './escape-value.ts';

/** The tag that marks values of attributes. Templates cannot use it. */
export const ATTRIBUTE_TAG = 'mail_attribute';

/**
 * Marks the values of attributes that hold Liquid, so that each is parsed and checked as one. The markup is read without
 * its Liquid tags, as a browser will read it, since a condition may hold a `>`.
 * @param requireComplete throws for Liquid whose conditions or loops do not end
 * @throws for Liquid in a place where values cannot be made safe
 */
export function wrapAttributes(
  { options }: Liquid,
  html: string,
  requireComplete: (source: string) => void,
): string {
  const wrapper = new AttributeWrapper(requireComplete);
  for (const token of new Tokenizer(html, options.operators).readTopLevelTokens(options)) {
    if (TypeGuards.isHTMLToken(token)) wrapper.readMarkup(token);
    else wrapper.readLiquid(token);
  }
  return wrapper.end();
}

/** `tag`: between the attributes. `bare`: in a value without quotes. `css`: in a style sheet. */
type TokenizerState = 'text' | 'tag' | 'value' | 'bare' | 'css';

/** Tags that print nothing themselves, for conditions and loops between attributes. */
const LOGIC_TAGS = new Set(
  'if elsif else endif unless endunless for endfor case when endcase break continue'.split(' '),
);

const TAG_START = /<(\/?)([a-z][^\s<>/]*)/gi;
const STYLE_END = /<\/(?:mj-)?style/gi;
const TAG_PART = /\s+|\/|>|([^\s<>"'=/]+)(?:\s*=\s*(["']?))?|[\s\S]/gy;

class AttributeWrapper {
  readonly #requireComplete: (source: string) => void;
  #written = '';
  #place: TokenizerState = 'text';
  #tag = '';
  /** What stands between the attributes of this tag, so far. */
  #between = '';
  #hasLiquidBetween = false;
  /** The markup of this tag is no HTML that everyone reads alike. */
  #isOdd = false;
  #attribute = '';
  #quote = '';
  #value = '';
  #hasLiquid = false;
  /** The last text ends with `<` or `</`. */
  #endsWithin = false;
  /** Where `{% raw %}` began. */
  #rawPlace: TokenizerState | undefined;

  constructor(requireComplete: (source: string) => void) {
    this.#requireComplete = requireComplete;
  }

  readMarkup({ input, begin, end }: TopLevelToken): void {
    const text = input.slice(begin, end);
    for (let from = 0; from < text.length; ) from = this.#readPart(text, from);
  }

  readLiquid(token: TopLevelToken): void {
    const name = TypeGuards.isTagToken(token) ? (token as TagToken).name : undefined;
    const text = token.input.slice(token.begin, token.end);
    if (name?.endsWith(ATTRIBUTE_TAG)) throw new Error(`tag "${name}" not found`);
    if (name === 'raw') this.#rawPlace = this.#place;
    if (name === 'endraw' && this.#rawPlace !== this.#place)
      throw new Error('a "raw" ends elsewhere in the markup than it begins');
    this.#requireAllowed(name);
    if (this.#place === 'value') {
      this.#value += text;
      this.#hasLiquid = true;
      return;
    }
    if (this.#place === 'tag') {
      this.#between += text;
      this.#hasLiquidBetween = true;
    }
    this.#written += text;
  }

  end(): string {
    if (this.#place === 'value' || (this.#place === 'tag' && this.#hasLiquidBetween))
      throw new Error('an element with merge tags is not complete');
    return this.#written;
  }

  #requireAllowed(name: string | undefined): void {
    const isAllowed =
      this.#place === 'text'
        ? !this.#endsWithin
        : this.#place === 'css' ||
          this.#place === 'value' ||
          (this.#place === 'tag' && LOGIC_TAGS.has(name ?? ''));
    if (!isAllowed)
      throw new Error('only conditions and loops may stand within a start tag outside of quotes');
    if (this.#place !== 'value') return;
    if (/^(?:on|srcdoc$)/i.test(this.#attribute))
      throw new Error(`the attribute "${this.#attribute}" may have no merge tags`);
  }

  /** Reads from this offset, and returns the offset behind what was read. */
  #readPart(text: string, from: number): number {
    if (this.#place === 'text') return this.#readText(text, from);
    if (this.#place === 'value') return this.#readValue(text, from);
    if (this.#place === 'tag') return this.#readTag(text, from);
    if (this.#place === 'css') return this.#readUntil(text, STYLE_END, from, 'text');
    return this.#readUntil(text, /[\s>]/g, from, 'tag');
  }

  #readUntil(text: string, end: RegExp, from: number, next: TokenizerState): number {
    end.lastIndex = from;
    const found = end.exec(text);
    const until = found?.index ?? text.length;
    this.#written += text.slice(from, until);
    if (found) this.#place = next;
    return until;
  }

  #readText(text: string, from: number): number {
    TAG_START.lastIndex = from;
    const start = TAG_START.exec(text);
    const until = start === null ? text.length : TAG_START.lastIndex;
    const passed = text.slice(from, until);
    this.#written += passed;
    this.#endsWithin = /<\/?$/.test(passed);
    if (start === null) return until;
    this.#place = 'tag';
    this.#tag = `${start[1]}${start[2]}`.toLowerCase();
    this.#between = '';
    this.#hasLiquidBetween = false;
    this.#isOdd = false;
    return until;
  }

  #readTag(text: string, from: number): number {
    TAG_PART.lastIndex = from;
    const [part = '', name, quote] = TAG_PART.exec(text) ?? [];
    this.#written += part;
    if (part === '>') this.#endTag();
    else if (quote !== undefined) this.#beginValue(name as string, quote);
    else if (name === undefined && /[<"'=]/.test(part)) this.#isOdd = true;
    return from + part.length;
  }

  #beginValue(name: string, quote: string): void {
    this.#attribute = name.toLowerCase();
    this.#place = quote === '' ? 'bare' : 'value';
    this.#quote = quote;
    this.#value = '';
    this.#hasLiquid = false;
  }

  #readValue(text: string, from: number): number {
    const end = text.indexOf(this.#quote, from);
    this.#value += text.slice(from, end === -1 ? undefined : end);
    if (end === -1) return text.length;
    this.#written += this.#hasLiquid ? this.#wrapValue() : this.#value;
    this.#written += this.#quote;
    this.#place = 'tag';
    return end + 1;
  }

  /** Conditions and loops have to end in the attribute where they begin: they could take away its quote. */
  #wrapValue(): string {
    this.#requireComplete(this.#value);
    const quotes = this.#quote === "'" ? ' single' : '';
    return `{% ${ATTRIBUTE_TAG} ${kindOf(this.#attribute)}${quotes} %}${this.#value}{% end${ATTRIBUTE_TAG} %}`;
  }

  #endTag(): void {
    if (this.#hasLiquidBetween) {
      if (this.#isOdd) throw new Error('a start tag with merge tags has a quote or sign in the wrong place');
      this.#requireComplete(this.#between);
    }
    this.#place = /^(?:mj-)?style$/.test(this.#tag) ? 'css' : 'text';
  }
}

function kindOf(name: string): EscapeContext {
  if (name === 'style') return 'style';
  if (name === 'srcset') return 'images';
  if (/(?:^|-)(?:src|background|background-url|poster)$/.test(name)) return 'image';
  return /(?:^|:|-)(?:href|url|cite|data|longdesc)$|action$/.test(name) ? 'link' : 'text';
}
