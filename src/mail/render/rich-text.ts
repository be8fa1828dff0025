import { HEADING_PIXELS, PARAGRAPH_SPACING, spacing } from '../model/layout-sizes.ts';
import type { Extent } from '../parse/allowed-html.ts';
import { parseColor } from '../parse/color.ts';
import { mayHaveMergeTag } from '../parse/merge-tags.ts';
import { safeDeclarations, writeStyle } from '../parse/safe-style.ts';
import { quoteAddress, warnOfLink } from './blocks/link.ts';
import { darkText, writeCssClass } from './dark.ts';
import { type Container, type MailPage, pinned, warn } from './page.ts';
import { sanitize } from './sanitize-fragment.ts';

const HEADING_SIZES = new Map(
  Object.entries(HEADING_PIXELS).map(([level, size]) => [`h${level}`, `${size}px`]),
);
/** Most parts that a warning names. */
const MAX_NAMED = 50;
const MARGIN = '0 0 16px';

/** Sanitized HTML and its place, which is pinned if dark mode must not change single colors of the HTML. */
interface RichText {
  html: string;
  place: Container;
}

/** Rich text of a block as it stands in the mail: sanitized, with inline styles. */
export function renderRichText(
  content: string,
  extent: Extent,
  page: MailPage,
  container: Container,
  paragraphSpacing = PARAGRAPH_SPACING,
): RichText {
  const margin = spacing({ top: 0, right: 0, bottom: paragraphSpacing, left: 0 });
  const at = hasOwnBackdrops(content) ? pinned(container) : container;
  const removed = new Set<string>();
  const html = sanitize(
    content,
    extent,
    (name, attributes) =>
      extent === 'markup'
        ? styleMarkup(name, asTarget(attributes, page))
        : styleElement(name, asTarget(attributes, page), page, at, margin),
    page.headings,
    (kind, what) => {
      if (kind === 'part') removed.add(what);
      if (kind === 'link') warnOfLink(page, page.blockId, what);
      if (kind === 'picture') warnOfPicture(page, what);
    },
  );
  if (removed.size > 0) warnOfParts(page, [...removed]);
  return { html: protectLines(extent === 'rich' ? trimMargins(html, margin) : html), place: at };
}

/** Whether HTML sets the backdrop of single words, or colors that are not known. */
function hasOwnBackdrops(content: string): boolean {
  if (/<mark\b|background|bgcolor|<font\b/i.test(content)) return true;
  const colors = content.match(/(?:^|[\s"';])color\s*:[^;"]*/gi) ?? [];
  return colors.some((declaration) => !parseColor(declaration.slice(declaration.indexOf(':') + 1)));
}

function warnOfPicture(page: MailPage, url: string): void {
  const message = `The picture ${quoteAddress(url)} is left out: mail clients do not load it.`;
  warn(page, 'image_missing', page.blockId, message);
}

function warnOfParts(page: MailPage, removed: readonly string[]): void {
  const parts = removed.slice(0, MAX_NAMED).join(', ');
  const message = `The HTML has ${parts}, which mails cannot have; it is left out.`;
  warn(page, 'html_removed', page.blockId, message);
}

/** An id is that of the first element of a mail which has it. Links within the mail open no window. */
function asTarget(attributes: Record<string, string>, page: MailPage): Record<string, string> {
  const { id, target, ...others } = attributes;
  const isOwn = id !== undefined && !page.ids.has(id);
  if (isOwn) page.ids.add(id);
  const isWithin = others.href?.trim().startsWith('#') === true;
  return { ...others, ...(isOwn && { id }), ...(target !== undefined && !isWithin && { target }) };
}

function styleElement(
  name: string,
  attributes: Record<string, string>,
  page: MailPage,
  container: Container,
  paragraphMargin: string,
): Record<string, string> {
  const own = safeDeclarations(attributes.style ?? '');
  const has = (property: string) => own.some(([name]) => name === property);
  const isAnchor = name === 'a' && attributes.href === undefined;
  const added = ownStyle(isAnchor ? '' : name, page, paragraphMargin).filter(([property]) => !has(property));
  const style = writeStyle([...added, ...own]);
  const color =
    own.findLast(([property]) => property === 'color')?.[1] ?? linkColorOf(isAnchor ? '' : name, page);
  const dark =
    color === undefined ? undefined : writeCssClass(darkText(page.dark, color, container.backdrop));
  return {
    ...withoutClassAndStyle(attributes),
    ...(name === 'a' ? linkTarget(attributes) : {}),
    ...(name === 'img' && attributes.alt === undefined ? { alt: '' } : {}),
    ...(style === '' ? {} : { style }),
    ...(dark === undefined ? {} : { class: dark }),
  };
}

/** Classes of the author could conflict with those of the mail. */
function withoutClassAndStyle({ class: _class, ...others }: Record<string, string>): Record<string, string> {
  return withoutStyle(others);
}

function withoutStyle({ style: _style, ...others }: Record<string, string>): Record<string, string> {
  return others;
}

function linkColorOf(name: string, page: MailPage): string | undefined {
  return name === 'a' ? page.linkColor : undefined;
}

/** Inline styles for properties in which browsers and mail clients differ. */
function ownStyle(
  name: string,
  page: MailPage,
  paragraphMargin: string,
): [property: string, value: string][] {
  if (name === 'a') return linkStyle(page);
  if (name === 'p') return [['margin', paragraphMargin]];
  if (name === 'blockquote') return quoteStyle(page);
  if (name === 'ul' || name === 'ol') {
    return [
      ['margin', MARGIN],
      ['padding', page.dir === 'rtl' ? '0 24px 0 0' : '0 0 0 24px'],
    ];
  }
  if (name === 'mark') {
    return [
      ['background-color', '#fff3a3'],
      ['color', '#1a1a1a'],
    ];
  }
  if (name === 'sub' || name === 'sup') return [['line-height', '0']];
  const size = HEADING_SIZES.get(name);
  if (size === undefined) return [];
  return [
    ['margin', MARGIN],
    ['font-size', size],
    ['line-height', '1.3'],
  ];
}

/** A quotation has a line beside it in place of the wide margins of browsers, which take too much room on phones. */
function quoteStyle(page: MailPage): [property: string, value: string][] {
  const side = page.dir === 'rtl' ? 'right' : 'left';
  return [
    ['margin', MARGIN],
    [`padding-${side}`, '16px'],
    [`border-${side}`, '3px solid #b3b3b3'],
  ];
}

/** Links look as the settings of the mail say; without a link color they have that of the text. */
function linkStyle(page: MailPage): [property: string, value: string][] {
  return [
    ['color', page.linkColor ?? 'inherit'],
    ['text-decoration', page.isLinkUnderlined ? 'underline' : 'none'],
  ];
}

function linkTarget(attributes: Record<string, string>): Record<string, string> {
  return attributes.target === undefined ? {} : { target: '_blank', rel: 'noopener' };
}

/** Keeps the styles of HTML written by the author, and adds attributes for accessibility. */
function styleMarkup(name: string, attributes: Record<string, string>): Record<string, string> {
  const style = writeStyle(safeDeclarations(attributes.style ?? ''));
  return {
    ...withoutStyle(attributes),
    ...(style === '' ? {} : { style }),
    ...(name === 'a' ? linkTarget(attributes) : {}),
    ...(name === 'img' && attributes.alt === undefined ? { alt: '' } : {}),
    ...(name === 'th' && attributes.scope === undefined ? { scope: 'col' } : {}),
  };
}

/** An empty paragraph is an empty line, and the last one has no margin below: the block has padding. */
function trimMargins(html: string, paragraphMargin: string): string {
  const lines = html
    .replace(/(<p\b[^<>]*>)(<\/p>)/g, '$1&nbsp;$2')
    .replaceAll(`<li><p style="margin:${paragraphMargin}`, '<li><p style="margin:0')
    .trim();
  const end = /<\/(p|ul|ol|h[1-4]|blockquote)>$/.exec(lines)?.[1];
  const last = end === undefined ? -1 : lines.lastIndexOf(`<${end} `);
  if (last < 0) return lines;
  return (
    lines.slice(0, last) +
    lines.slice(last).replace(`margin:${end === 'p' ? paragraphMargin : MARGIN}`, 'margin:0')
  );
}

/** Whether HTML shows nothing. */
export function isBlank(html: string): boolean {
  if (mayHaveMergeTag(html) || /<(?:img|hr|map|style)\b|<!--/i.test(html)) return false;
  return html.replace(/<\/?[a-z][^<>]*>|&nbsp;|\s/gi, '') === '';
}

/** Writes line breaks of preformatted text as entities, because the white space of the HTML is removed later. */
function protectLines(html: string): string {
  return /<pre\b/i.test(html) ? html.replaceAll('\n', '&#10;') : html;
}
