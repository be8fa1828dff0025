import type { TitleBlock } from '../../model/index.ts';
import { HEADING_PIXELS } from '../../model/layout-sizes.ts';
import { element } from '../../parse/escape.ts';
import { styleOfWholeTitle } from '../../parse/title-style.ts';
import { nextLevel } from '../accessible-html.ts';
import { makeBox, textAlign } from '../box.ts';
import { darkText } from '../dark.ts';
import { type Container, type MailPage, readColor } from '../page.ts';
import { isBlank, renderRichText } from '../rich-text.ts';

/** A heading of the given level; styled inline, since mail clients have different styles for headings. */
export function renderTitle(block: TitleBlock, page: MailPage, container: Container): string {
  const box = makeBox(block, page, container);
  const { html, place: inside } = renderRichText(joinLines(block.content), 'inline', page, box.place);
  if (isBlank(html)) return '';
  const color = readColor(block.color) ?? page.textColor;
  const level = Object.hasOwn(HEADING_PIXELS, block.level) ? block.level : 2;
  const { size = `${HEADING_PIXELS[level]}px`, line = '1.3' } = styleOfWholeTitle(block.content);
  const attributes = {
    ...box.attributes(inside, darkText(page.dark, color, inside.backdrop)),
    align: textAlign(block.textAlign, page),
    color: color === page.textColor ? undefined : color,
    'font-family': block.fontFamily ? page.fontOf(block.fontFamily) : undefined,
    'font-size': size,
    'line-height': line,
  };
  const name = `h${nextLevel(page.headings, level)}`;
  const style = `margin:0;font-family:inherit;font-size:${size};font-weight:bold;line-height:${line};color:inherit`;
  return element('mj-text', attributes, `<${name} style="${style}">${html}</${name}>`);
}

/** A heading holds no paragraphs: several become lines. */
function joinLines(content: string): string {
  const inner = content.trim().replace(/^<p\b[^<>]*>/i, '');
  return inner.replace(/<\/p>\s*<p\b[^<>]*>/gi, '<br>');
}
