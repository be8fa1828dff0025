import { listLooseTags } from './merge-tag-meaning.ts';
import { splitMergeTags } from './merge-tags.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that markup may not contain, neither directly nor as entities: control characters and noncharacters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;

function escapeLiteral(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] as string);
}

/** The text without characters that markup may not contain. */
export function cleanCharacters(text: string): string {
  return text.toWellFormed().replace(FORBIDDEN, '');
}

/** The text of an address with its percent escapes decoded, or as it is if they are no UTF-8. */
export function decodePercent(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Plain text as HTML; merge tags stay as they are. */
export function escapeText(text: string): string {
  return splitMergeTags(cleanCharacters(text))
    .map((piece) => (piece.isTag ? inertTag(piece.text) : escapeLiteral(piece.text)))
    .join('');
}

/** Written in place of a dropped merge tag, so that the texts around it do not form another tag. */
export const DROPPED_TAG_SPACE = ' ';

/**
 * Plain text as the value of an attribute in double quotes. Double quotes in merge tags become single ones. Merge tags of a
 * condition that only begins or only ends here are dropped.
 */
export function escapeAttribute(text: string): string {
  const pieces = splitMergeTags(cleanCharacters(text));
  const tags = pieces.filter(({ isTag }) => isTag);
  const loose = listLooseTags(tags.map((piece) => piece.text));
  const dropped = new Set(tags.filter((_, position) => loose.has(position)));
  const escapePiece = (piece: (typeof pieces)[number]): string => {
    if (!piece.isTag) return escapeLiteral(piece.text);
    return dropped.has(piece) ? DROPPED_TAG_SPACE : inertTagInAttribute(piece.text);
  };
  return pieces.map(escapePiece).join('');
}

export type Attributes = Record<string, string | undefined>;

/** Writes attributes of a tag, each after a space; undefined ones are left out. */
export function writeAttributes(attributes: Attributes): string {
  let written = '';
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) written += ` ${name}="${escapeAttribute(value)}"`;
  }
  return written;
}

/** An element; `content` is markup already. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const head = `<${name}${writeAttributes(attributes)}`;
  return content === '' ? `${head} />` : `${head}>${content}</${name}>`;
}

/**
 * A merge tag that is safe in markup: a space keeps `<` and `--` from beginning an element or ending a comment.
 * Template languages read `a <b` and `a < b` alike.
 */
export function inertTag(tag: string): string {
  if (!/<|--/.test(tag)) return tag;
  const escaped = tag.replace(hasInnerTag(tag) ? /</g : /<(?=\s*$)/, '&lt;');
  return escaped.replace(/<(?=[a-z/!?])/gi, '< ').replace(/--(?=!?>)/g, '-- ');
}

/** Whether a Liquid or Handlebars tag begins or ends inside a merge tag. */
function hasInnerTag(tag: string): boolean {
  return !/^\{\{\{[^{}]*\}\}\}$/.test(tag) && /\{[{%]|[%}]\}/.test(tag.slice(1, -1));
}

/** As inertTag, for an attribute in double quotes; template languages accept both kinds of quotes. */
export function inertTagInAttribute(tag: string): string {
  return inertTag(tag).replaceAll('"', tag.includes("'") ? '&quot;' : "'");
}

/** A display condition in the syntax of any template language, or a comment, without elements. */
export function inertGuard(guard: string): string {
  if (/^<!--[^<>[\]-]*-->$/.test(guard.trim())) return guard;
  return splitMergeTags(guard)
    .map(({ text }) => inertTag(text))
    .join('');
}
