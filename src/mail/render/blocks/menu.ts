import type { MenuBlock, MenuItem } from '../../model/index.ts';
import { pixels } from '../../model/layout-sizes.ts';
import { element, escapeText } from '../../parse/escape.ts';
import { makeBox, textAlign } from '../box.ts';
import { darkText, writeCssClass } from '../dark.ts';
import { type Container, type MailPage, readColor } from '../page.ts';
import { readLink } from './link.ts';

/** Letters of a label that stays on one line; a longer one would not fit a phone. */
const MAX_UNBROKEN = 30;

/** A row of links with something between them that screen readers skip. */
export function renderMenu(block: MenuBlock, page: MailPage, container: Container): string {
  const items = block.items.filter((item) => item.text.trim() !== '');
  if (items.length === 0) return '';
  const box = makeBox(block, page, container);
  const color = readColor(block.color) ?? page.textColor;
  const links = items.map((item) => renderItem(item, block, color, page, box.place));
  const attributes = {
    ...box.attributes(box.place, darkText(page.dark, color, box.place.backdrop)),
    align: textAlign(block.textAlign, page),
    color: color === page.textColor ? undefined : color,
    'font-family': block.fontFamily ? page.fontOf(block.fontFamily) : undefined,
    'font-size': pixels(block.fontSize, 1),
  };
  return element('mj-text', attributes, links.join(renderSeparator(block, page, box.place)));
}

function renderItem(
  item: MenuItem,
  block: MenuBlock,
  rowColor: string,
  page: MailPage,
  container: Container,
): string {
  const color = readColor(item.color) ?? readColor(block.linkColor) ?? rowColor;
  const href = readLink(item.url, block.id, page);
  const style = [
    `color:${color}`,
    `text-decoration:${item.underline ? 'underline' : 'none'}`,
    ...(item.text.length <= MAX_UNBROKEN ? ['white-space:nowrap'] : []),
    ...(item.bold ? ['font-weight:bold'] : []),
  ].join(';');
  const attributes = {
    href,
    ...(item.openInNewTab && href !== undefined ? { target: '_blank', rel: 'noopener' } : {}),
    class: writeCssClass(darkText(page.dark, color, container.backdrop)),
    style,
  };
  return element(href === undefined ? 'span' : 'a', attributes, escapeText(item.text.trim()));
}

/** The separator, or a space when it is empty. */
function renderSeparator(block: MenuBlock, page: MailPage, container: Container): string {
  const color = readColor(block.separatorColor) ?? '#e0e0e0';
  const attributes = {
    'aria-hidden': 'true',
    class: writeCssClass(darkText(page.dark, color, container.backdrop)),
    style: `color:${color};padding:0 ${pixels(block.spacing)}`,
  };
  // Lines break after separators only.
  return `${element('span', attributes, escapeText(block.separator.trim()) || '&nbsp;')}<wbr>`;
}
