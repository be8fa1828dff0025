import { addAttribute, removeAttribute } from './tag-attributes.ts';

/** Levels of the headings of a mail, in order. */
export interface HeadingLevels {
  last: number | undefined;
}

/** The level at which a heading is written: none is skipped, whatever its size. */
export function nextLevel(headings: HeadingLevels, wanted: number): number {
  const level = Math.min(wanted, (headings.last ?? wanted) + 1);
  headings.last = level;
  return level;
}

const NEEDS_CARE = /<(?:h[1-6]|li|ul|ol|dl|dt|dd|a|area|table)\b|\s(?:role|lang|headers|aria-[a-z]+)="/i;
const HEADING = /^h[1-6]$/;

/** Roles that need neither a name nor certain children. */
const PLAIN_ROLES = new Set('article group none note presentation separator'.split(' '));
/** Elements that may have a name of their own. */
const NAMED = new Set('a article aside figure footer header img main nav ol section table ul'.split(' '));

interface Open {
  name: string;
  /** The name in the output. */
  written: string;
  /** Where its start tag is in the output. */
  at: number;
  /** Written after its end tag. */
  after: string;
  /** Of a table: it has a header or a caption. */
  hasHeaders?: true;
}

/**
 * Sanitized HTML in a form that screen readers can follow: items are in lists and lists have nothing else, headings skip no
 * level and have a text, links have a name, and attributes for accessibility hold what they promise.
 * @param isTagWord whether a text consists of merge tags, which may write items
 */
export function makeAccessible(
  html: string,
  headings: HeadingLevels,
  isTagWord: (text: string) => boolean,
): string {
  return NEEDS_CARE.test(html) ? new Writer(headings, isTagWord, html).write() : html;
}

class Writer {
  readonly #headings: HeadingLevels;
  readonly #isTagWord: (text: string) => boolean;
  readonly #html: string;
  readonly #pieces: string[] = [];
  readonly #open: Open[] = [];
  #ids: ReadonlySet<string> | undefined;
  #isBroken = false;

  constructor(headings: HeadingLevels, isTagWord: (text: string) => boolean, html: string) {
    this.#headings = headings;
    this.#isTagWord = isTagWord;
    this.#html = html;
  }

  write(): string {
    for (const piece of this.#html.split(/(<\/?[a-z][^<>]*>)/i)) {
      const [, slash, given] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(piece) ?? [];
      if (given === undefined) this.#text(piece);
      else if (slash === '') this.#start(given.toLowerCase(), piece);
      else this.#end(given.toLowerCase());
    }
    return this.#isBroken ? this.#html : this.#pieces.join('');
  }

  #text(text: string): void {
    const around = this.#open.at(-1)?.name;
    const isStray = (around === 'ul' || around === 'ol') && text.trim() !== '' && !this.#isTagWord(text);
    this.#pieces.push(isStray ? `${BARE_ITEM}${text}</li>` : text);
  }

  #start(name: string, tag: string): void {
    const parent = this.#open.at(-1)?.name ?? '';
    const [before, after] = wrapperIn(parent, name);
    if (name === 'br' && before !== '') return;
    const table = this.#open.findLast((one) => one.name === 'table');
    if (table !== undefined && (name === 'th' || name === 'caption')) table.hasHeaders = true;
    const isInHeading = HEADING.test(name) && this.#open.some((one) => HEADING.test(one.name));
    const written = isInHeading ? 'span' : this.#isMisplaced(name, parent) ? 'div' : name;
    const careful = this.#withHonestAttributes(name, tag);
    this.#pieces.push(before);
    const at = this.#pieces.push(rename(careful, written)) - 1;
    if (tag.endsWith('/>')) this.#pieces.push(after);
    else this.#open.push({ name, written, at, after });
  }

  /** The start tag without attributes that claim what is not so, and with the text that a part of an image map needs. */
  #withHonestAttributes(name: string, tag: string): string {
    let honest = tag;
    const check = (attribute: string, isKept: (value: string) => boolean) => {
      const value = new RegExp(`\\s${attribute}="([^"]*)"`).exec(honest)?.[1];
      if (value !== undefined && !isKept(value)) honest = removeAttribute(honest, attribute);
    };
    check('role', (role) => PLAIN_ROLES.has(role.trim().toLowerCase()));
    check('lang', isLanguage);
    check('aria-label', (label) => label.trim() !== '' && NAMED.has(name));
    check('headers', (ids) => ids.split(/\s+/).every((id) => this.#hasId(id)));
    if (name === 'area' && /\shref=/.test(honest) && !/\salt="[^"]*[^"\s]/.test(honest))
      honest = addAttribute(removeAttribute(honest, 'alt'), 'alt', hostOf(honest));
    return honest;
  }

  #hasId(id: string): boolean {
    this.#ids ??= new Set([...this.#html.matchAll(/\sid="([^"]*)"/g)].map(([, one]) => one ?? ''));
    return this.#ids.has(id);
  }

  #isMisplaced(name: string, parent: string): boolean {
    if (name === 'li') return parent !== 'ul' && parent !== 'ol';
    return (
      (name === 'dt' || name === 'dd') && parent !== 'dl' && !this.#open.some((one) => one.name === 'dl')
    );
  }

  #end(name: string): void {
    const element = this.#open.pop();
    this.#isBroken ||= element?.name !== name;
    if (element === undefined) return;
    this.#finish(element);
    if (element.written !== '') this.#pieces.push(`</${element.written}>`);
    this.#pieces.push(element.after);
  }

  /** Decides what only the inside of an element tells. */
  #finish(element: Open): void {
    const { name, at } = element;
    const tag = this.#pieces[at] as string;
    const isHeading = HEADING.test(element.written);
    const isLink = name === 'a' && /\shref="/.test(tag);
    const isHidden = /\saria-hidden="/.test(tag);
    const inside = isHeading || isLink || isHidden ? this.#pieces.slice(at + 1).join('') : '';
    if (isHeading) {
      const level = Number(name.slice(1));
      element.written = hasName(tag, inside) ? `h${nextLevel(this.#headings, level)}` : 'div';
      this.#pieces[at] = rename(tag, element.written);
    }
    if (isLink && !hasName(tag, inside)) {
      if (inside.includes('<img')) {
        this.#pieces[at] = addAttribute(tag, 'aria-label', hostOf(tag));
      } else {
        element.written = '';
        this.#pieces[at] = '';
      }
    }
    if (name === 'table' && element.hasHeaders === undefined && !/\srole="/.test(tag))
      this.#pieces[at] = addAttribute(tag, 'role', 'presentation');
    if (isHidden && /<(?:a|area)\b/.test(inside))
      this.#pieces[at] = removeAttribute(this.#pieces[at] as string, 'aria-hidden');
  }
}

function hasName(tag: string, inside: string): boolean {
  return (
    /\saria-label="[^"]*[^"\s]/.test(tag) ||
    /\salt="[^"]*[^"\s]/.test(inside) ||
    inside.replace(/<[^<>]*>|&nbsp;|\s/g, '') !== ''
  );
}

const BARE_ITEM = '<li style="list-style-type:none">';

/** What has to stand around an element that its parent may not have as a child. */
function wrapperIn(parent: string, name: string): [before: string, after: string] {
  if ((parent === 'ul' || parent === 'ol') && name !== 'li') return [BARE_ITEM, '</li>'];
  if (parent === 'dl' && !['dt', 'dd', 'div'].includes(name)) return ['<dd>', '</dd>'];
  return ['', ''];
}

function rename(tag: string, name: string): string {
  return tag.replace(/^<[a-z][a-z0-9]*/i, `<${name}`);
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

function hostOf(tag: string): string {
  return nameOfAddress((/\shref="([^"]*)"/.exec(tag)?.[1] ?? '').replaceAll('&amp;', '&'));
}

/** Where a link leads, for readers who do not see its picture: its host, or all of an address without one. */
export function nameOfAddress(address: string): string {
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  return host === '' ? address : host.replace(/^www\./, '');
}
