import type { TitleBlock } from '../../model/index.ts';
import { HEADING_PIXELS } from '../../model/layout-sizes.ts';
import { element } from '../../parse/escape.ts';
import { safeDeclarations } from '../../parse/safe-style.ts';
import { makeBox, textAlign } from '../box.ts';
import { darkText } from '../dark.ts';
import { type Page, type Place, readColor } from '../page.ts';
import { isBlank, renderRichText } from '../rich-text.ts';

/** A heading of the given level; styled inline, since mail clients have different styles for headings. */
export function renderTitle(block: TitleBlock, page: Page, place: Place): string {
  const box = makeBox(block, page, place);
  const { html, place: inside } = renderRichText(joinLines(block.content), 'inline', page, box.place);
  if (isBlank(html)) return '';
  const color = readColor(block.color) ?? page.textColor;
  const level = Object.hasOwn(HEADING_PIXELS, block.level) ? block.level : 2;
  const { size = `${HEADING_PIXELS[level]}px`, line = '1.3' } = wholeStyle(block.content);
  const attributes = {
    ...box.attributes(inside, darkText(page.dark, color, inside.backdrop)),
    align: textAlign(block.textAlign, page),
    color: color === page.textColor ? undefined : color,
    'font-family': block.fontFamily ? page.fontOf(block.fontFamily) : undefined,
    'font-size': size,
    'line-height': line,
  };
  const name = `h${level}`;
  const style = `margin:0;font-family:inherit;font-size:${size};font-weight:bold;line-height:${line};color:inherit`;
  return element('mj-text', attributes, `<${name} style="${style}">${html}</${name}>`);
}

/**
 * Font size and line height of a span around a whole title. The heading takes them over, because its lines are at least
 * as high as those of its own font.
 */
function wholeStyle(content: string): { size?: string; line?: string } {
  const text = content.trim();
  const style = /^<span style="([^"<>]{1,300})">/i.exec(text)?.[1];
  if (style === undefined || !endsWithFirstSpan(text)) return {};
  const declared = new Map(safeDeclarations(style));
  const size = declared.get('font-size') ?? '';
  const line = declared.get('line-height') ?? '';
  return {
    ...(/^\d{1,3}(?:\.\d{1,2})?px$/.test(size) ? { size } : {}),
    ...(/^\d{1,2}(?:\.\d{1,3})?$/.test(line) ? { line } : {}),
  };
}

/** Whether the span at the beginning of a text ends at its end. */
function endsWithFirstSpan(text: string): boolean {
  let depth = 0;
  for (const { 0: tag, index } of text.matchAll(/<(\/?)span\b[^<>]*>/gi)) {
    depth += tag.startsWith('</') ? -1 : 1;
    if (depth === 0) return index + tag.length === text.length;
  }
  return false;
}

/** A heading holds no paragraphs: several become lines. */
function joinLines(content: string): string {
  const inner = content.trim().replace(/^<p\b[^<>]*>/i, '');
  return inner.replace(/<\/p>\s*<p\b[^<>]*>/gi, '<br>');
}
