import { splitMergeTags } from './merge-tags.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What no markup may contain, as character or as entity: control characters and halves of surrogate pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;

function escapeLiteral(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] as string);
}

/** The text without characters that markup cannot hold. */
export function cleanCharacters(text: string): string {
  return text.toWellFormed().replace(FORBIDDEN, '');
}

/** Plain text as HTML; merge tags stay as they are. */
export function escapeText(text: string): string {
  return splitMergeTags(cleanCharacters(text))
    .map((piece) => (piece.isTag ? inertTag(piece.text) : escapeLiteral(piece.text)))
    .join('');
}

/** Plain text as the value of an attribute in double quotes; merge tags stay as they are but for their quotes. */
export function escapeAttribute(text: string): string {
  return splitMergeTags(cleanCharacters(text))
    .map((piece) => (piece.isTag ? inertTagInAttribute(piece.text) : escapeLiteral(piece.text)))
    .join('');
}

export type Attributes = Record<string, string | undefined>;

/** Attributes as they stand in a tag, each after a space; those that are undefined are left out. */
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
 * A merge tag as it may stand in markup. It is unchanged, except where `<` could begin an element or `--` end a comment:
 * - A space follows. To template languages `a <b` and `a < b` are the same.
 * - At the end, and when tags are nested, `<` is escaped: in `*|<{{ x }}img|*`, the inner tag disappears once it is rendered.
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

/** As inertTag, within an attribute in double quotes; template languages take either kind of quotes. */
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
