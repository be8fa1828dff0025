import type { CustomBlock, HtmlBlock } from '../../model/index.ts';
import { element } from '../../parse/escape.ts';
import { shorten } from '../../parse/shorten.ts';
import { makeBox } from '../box.ts';
import { darkText } from '../dark.ts';
import { takeJsonLd } from '../json-ld.ts';
import { type Container, type MailPage, pinned, warn } from '../page.ts';
import { isBlank, renderRichText } from '../rich-text.ts';

/** HTML written by the author, sanitized. */
export function renderHtmlBlock(block: HtmlBlock, page: MailPage, container: Container): string {
  return renderMarkup(block, block.content, page, container);
}

/** HTML that the embedding product rendered for its custom block. */
export function renderCustom(block: CustomBlock, page: MailPage, container: Container): string {
  if (block.renderedHtml) return renderMarkup(block, block.renderedHtml, page, container);
  const type = JSON.stringify(shorten(block.customType, 60));
  const message = `The custom block of type ${type} has no renderedHtml; it is left out.`;
  warn(page, 'custom_block_not_rendered', block.id, message);
  return '';
}

/** Colors, or a picture that may have been made for a light page: then dark mode leaves the block as it is. */
const HAS_COLORS = /colou?r|background/i;

function renderMarkup(
  block: HtmlBlock | CustomBlock,
  content: string,
  page: MailPage,
  container: Container,
): string {
  const box = makeBox(block, page, container);
  const at = HAS_COLORS.test(content) ? pinned(box.place) : box.place;
  const body = takeJsonLd(content, page.jsonLd);
  const { html, place: inside } = renderRichText(body, 'markup', page, at);
  if (isBlank(html)) return '';
  const attributes = box.attributes(inside, darkText(page.dark, page.textColor, inside.backdrop));
  return element('mj-text', attributes, html);
}
