import { type Block, PLAIN_FIELDS, RICH_FIELDS, scanHtml, type TemplateContent } from '../model/index.ts';
import { isFields } from '../model/record.ts';
import { parseColor, toHex } from '../parse/color.ts';
import { LINK_FIELDS, VALUES_FIELD } from './extract-texts.ts';
import { findHost } from './host.ts';

/** A replacement everywhere in a content. */
interface Replacement {
  /**
   * `address`: the whole address of a picture or a link. `domain`: the host of links. `color`: a color in any notation.
   * `text`: shown text, case-sensitive.
   */
  what: 'address' | 'domain' | 'color' | 'text';
  /** Never empty. */
  find: string;
  /** For `address`: an address that contains one of these is replaced too. The addresses of one file share such a part. */
  parts?: readonly string[];
  replace: string;
}

/** A content after a replacement: the same object if nothing was found. */
export interface ReplacedContent {
  content: TemplateContent;
  /** Places that were replaced. */
  count: number;
  /** The ids of the changed blocks in reading order. */
  blocks: string[];
  /** Whether settings changed too. */
  settings: boolean;
}

/** Fields with identifiers, which are never replaced. */
const IDENTIFIER_FIELDS = new Set(['id', 'type', 'customType', 'platform']);

/** Depth of values in fields of custom and unknown blocks. */
const MAX_DEPTH = 20;

/** Makes a replacement everywhere in a content, in linear time. Does not find text across elements and in merge tags of HTML. */
export function replaceInContent(content: TemplateContent, replacement: Replacement): ReplacedContent {
  const replacer = new Replacer(replacement);
  const settings = replacer.replaceFields(content.settings);
  const isSettings = replacer.count > 0;
  const blocks: string[] = [];
  const changed = replacer.replaceBlocks(content.blocks, blocks);
  const { count } = replacer;
  if (count === 0) return { content, count, blocks, settings: false };
  return {
    content: { ...content, blocks: changed as Block[], settings },
    count,
    blocks,
    settings: isSettings,
  };
}

class Replacer {
  count = 0;
  readonly #replacement: Replacement;
  readonly #parts: readonly string[];
  /** The forms that the searched text can have in HTML. */
  readonly #written: readonly string[];
  /** The replacement as HTML. */
  readonly #escaped: string;
  /** The searched color in the form of `keyOfColor`. */
  readonly #color: string | undefined;

  constructor(replacement: Replacement) {
    this.#replacement = replacement;
    this.#parts = replacement.parts ?? [];
    this.#written = [...new Set([escapeHtml(replacement.find), replacement.find])];
    this.#escaped = escapeHtml(replacement.replace);
    this.#color = replacement.what === 'color' ? keyOfColor(replacement.find) : undefined;
  }

  /** Adds the ids of changed blocks to `touched`: a section before the blocks inside. */
  replaceBlocks(blocks: readonly unknown[], touched: string[]): unknown[] {
    return blocks.map((block) => {
      if (!isFields(block)) return block;
      const { children, ...own } = block;
      const isSection = block.type === 'section' && Array.isArray(children);
      const before = this.count;
      const replaced = this.replaceFields(isSection ? own : block);
      if (this.count > before) touched.push(String(block.id));
      if (!isSection) return replaced;
      const columns = children.map((list) =>
        Array.isArray(list) ? this.replaceBlocks(list, touched) : list,
      );
      return this.count > before ? { ...replaced, children: columns } : block;
    });
  }

  replaceFields<Value extends object>(fields: Value): Value {
    return this.#replaceValue('', fields, false, 0) as Value;
  }

  /** `isValue`: inside `fieldValues` of a custom block, where names do not tell what a value is. */
  #replaceValue(name: string, value: unknown, isValue: boolean, depth: number): unknown {
    if (typeof value === 'string')
      return IDENTIFIER_FIELDS.has(name) ? value : this.#replaceString(name, value, isValue);
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
    if (Array.isArray(value)) {
      const before = this.count;
      const items = value.map((item) => this.#replaceValue(name, item, isValue, depth + 1));
      return this.count > before ? items : value;
    }
    const before = this.count;
    const entries = Object.entries(value).map(([key, inner]) => [
      key,
      this.#replaceValue(key, inner, isValue || key === VALUES_FIELD, depth + 1),
    ]);
    return this.count > before ? Object.fromEntries(entries) : value;
  }

  #replaceString(name: string, value: string, isValue: boolean): string {
    const isHtml = value.includes('<') && (isValue || RICH_FIELDS.has(name));
    switch (this.#replacement.what) {
      case 'address':
        if (isHtml) return this.#replaceAddressesIn(value);
        return PLAIN_FIELDS.has(name) && !isValue ? value : this.#replaceWhole(value);
      case 'domain':
        if (isHtml) return this.#replaceInMarkup(value, HREF, (url) => this.#replaceHost(url));
        return isValue || LINK_FIELDS.has(name) ? this.#replaceHost(value) : value;
      case 'color':
        if (isHtml) return this.#replaceInMarkup(value, STYLE, (style) => this.#replaceColorsIn(style));
        return isValue || /color$/i.test(name) ? this.#replaceColor(value) : value;
      case 'text':
        if (isHtml) return this.#replaceShownText(value);
        return isValue || PLAIN_FIELDS.has(name) || RICH_FIELDS.has(name) ? this.#replaceText(value) : value;
    }
  }

  #replaceWhole(value: string): string {
    const address = value.trim();
    if (address !== this.#replacement.find && !this.#parts.some((part) => isAddressWith(address, part)))
      return value;
    this.count += 1;
    return this.#replacement.replace;
  }

  /** Replaces whole addresses in HTML and in styles, not the beginnings of longer ones. */
  #replaceAddressesIn(html: string): string {
    let result = html;
    for (const written of this.#written)
      result = this.#replaceAddresses(result, written, (address) => address === written);
    for (const part of this.#parts)
      result = this.#replaceAddresses(result, part, (address) => isAddressWith(address, part));
    return result;
  }

  /** Replaces the addresses that contain a text, if `isMeant` accepts them. */
  #replaceAddresses(html: string, text: string, isMeant: (address: string) => boolean): string {
    let result = '';
    let from = 0;
    let end = 0;
    for (let at = html.indexOf(text); at >= 0; at = html.indexOf(text, end)) {
      let start = at;
      while (start > end && !BEFORE_ADDRESS.test(html[start - 1] ?? '')) start -= 1;
      end = findEnd(html, at + text.length);
      if (!isMeant(html.slice(start, end))) continue;
      this.count += 1;
      result += html.slice(from, start) + this.#escaped;
      from = end;
    }
    return result + html.slice(from);
  }

  #replaceHost(url: string): string {
    const found = findHost(url);
    if (found?.host !== this.#replacement.find) return url;
    this.count += 1;
    return url.slice(0, found.start) + this.#replacement.replace + url.slice(found.end);
  }

  #replaceColor(value: string): string {
    if (this.#color === undefined || keyOfColor(value) !== this.#color) return value;
    this.count += 1;
    return this.#replacement.replace;
  }

  #replaceColorsIn(style: string): string {
    return style.replace(COLOR, (color) => this.#replaceColor(color));
  }

  /** Replaces the values of attributes in tags. */
  #replaceInMarkup(html: string, attribute: RegExp, replace: (value: string) => string): string {
    let result = '';
    for (const { kind, source } of scanHtml(html)) {
      result +=
        kind !== 'markup'
          ? source
          : source.replace(attribute, (_all, start: string, double?: string, single?: string) =>
              double === undefined ? `${start}'${replace(single ?? '')}'` : `${start}"${replace(double)}"`,
            );
    }
    return result;
  }

  #replaceShownText(html: string): string {
    if (!this.#written.some((written) => html.includes(written))) return html;
    let result = '';
    for (const { kind, source } of scanHtml(html))
      result += kind === 'text' ? this.#replaceEscaped(source) : source;
    return result;
  }

  #replaceEscaped(text: string): string {
    let result = text;
    for (const written of this.#written)
      if (result.includes(written)) result = this.#replaceAll(result, written, this.#escaped);
    return result;
  }

  #replaceText(value: string): string {
    return this.#replaceAll(value, this.#replacement.find, this.#replacement.replace);
  }

  #replaceAll(text: string, find: string, replace: string): string {
    const parts = text.split(find);
    this.count += parts.length - 1;
    return parts.join(replace);
  }
}

/** Groups: the name with `=`, the value in double quotes, the value in single quotes. */
const HREF = /(\shref=)(?:"([^"]*)"|'([^']*)')/gi;
const STYLE = /(\s(?:style|color|bgcolor)=)(?:"([^"]*)"|'([^']*)')/gi;
const COLOR = /#[\da-f]{3,8}\b|\b(?:rgb|hsl)a?\([^()]{1,60}\)/gi;

/** Characters before and after an address in HTML and in styles. */
const BEFORE_ADDRESS = /[\s"'(=>;,]/;
const AFTER_ADDRESS = /[\s"')<>,;]/g;

function findEnd(html: string, from: number): number {
  // "&amp;" in an address is not its end.
  let at = from;
  for (;;) {
    AFTER_ADDRESS.lastIndex = at;
    const found = AFTER_ADDRESS.exec(html);
    if (found === null) return html.length;
    if (found[0] !== ';' || html.slice(found.index - 4, found.index + 1) !== '&amp;') return found.index;
    at = found.index + 1;
  }
}

const isAddressWith = (address: string, part: string): boolean =>
  address.includes(part) && !/\s/.test(address) && /^(?:https?:\/)?\//i.test(address);

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function keyOfColor(css: string): string | undefined {
  const color = parseColor(css);
  return color && `${toHex(color)} ${color.alpha}`;
}
