import type { LeafBlock, MenuItem, SocialIcon } from '../../model/index.ts';
import { makeHtml, makeMenu, makeSocial, makeTable } from '../blocks/make-block.ts';
import { iconSizeOf, platformByName, platformByUrl } from '../blocks/platforms.ts';
import { readColor } from '../css/colors.ts';
import { readLength } from '../css/lengths.ts';
import { readAlign } from '../css/style-reader.ts';
import { type ImportRun, note } from '../import-run.ts';
import { fontOf, lookOf } from '../json/design-style.ts';
import { type Fields, fieldAt, fieldsOf, listOf, stringOf } from '../json/parse-design.ts';
import { parseMarkup } from '../markup/parse-markup.ts';
import { escapeAttribute, escapeText, plainTextOf } from '../markup/text.ts';

/** Icons of social platforms. */
export function readSocial(run: ImportRun, descriptor: Fields, path: string): LeafBlock[] {
  const icons = listOf(fieldAt(descriptor, 'iconsList', 'icons')).map((icon): SocialIcon => {
    const prefix = stringOf(fieldAt(icon, 'image', 'prefix')) ?? '';
    const href = stringOf(fieldAt(icon, 'image', 'href')) ?? '';
    const url = href.startsWith(prefix) ? href : `${prefix}${href}`;
    const name = stringOf(fieldAt(icon, 'id')) ?? stringOf(fieldAt(icon, 'name')) ?? '';
    const platform =
      platformByName(name) ?? platformByName(stringOf(fieldAt(icon, 'name')) ?? '') ?? platformByUrl(url);
    if (!platform)
      note(run, `social platform ${name}`, 'There is no icon for it; it is shown as a website.', path);
    return { id: run.makeId(), platform: platform ?? 'website', url };
  });
  const size =
    readLength(fieldAt(descriptor, 'computedStyle', 'iconHeight')) ??
    readLength(fieldAt(descriptor, 'computedStyle', 'height'));
  const align = alignOf(descriptor);
  return icons.length === 0 ? [] : [makeSocial(run, { icons, iconSize: iconSizeOf(size), align })];
}

/** A row of links. */
export function readMenu(run: ImportRun, descriptor: Fields): LeafBlock[] {
  const style = fieldsOf(descriptor.style);
  const color = readColor(fieldAt(descriptor, 'computedStyle', 'linkColor')) ?? readColor(style.color);
  const family = fontOf(style['font-family']);
  const items = listOf(fieldAt(descriptor, 'menuItemsList', 'items')).map((item): MenuItem => {
    const link = fieldsOf(fieldAt(item, 'link'));
    return {
      id: run.makeId(),
      text: plainTextOf(parseMarkup({ text: stringOf(fieldAt(item, 'text')) ?? '' })),
      url: stringOf(link.href) ?? '',
      openInNewTab: stringOf(link.target) === '_blank',
      bold: false,
      underline: false,
    };
  });
  if (items.length === 0) return [];
  const fields = {
    items,
    fontSize: lookOf(style, run.base).fontSize ?? 14,
    textAlign: alignOf(descriptor),
    ...(color ? { color, linkColor: color } : {}),
    ...(family && family !== run.base.fontFamily ? { fontFamily: family } : {}),
  };
  return [makeMenu(run, fields)];
}

/** Pictures with words beside them: as HTML. */
export function readIcons(run: ImportRun, descriptor: Fields, path: string): LeafBlock[] {
  const icons = listOf(fieldAt(descriptor, 'iconsList', 'icons'));
  if (icons.length === 0) return [];
  note(run, 'module icons', 'Pictures beside words have no block; they became an html block.', path);
  const parts = icons.map((icon) => {
    const { image, alt, href, text, width } = fieldsOf(icon);
    const size = readLength(width) ?? 32;
    const picture = `<img src="${escapeAttribute(stringOf(image) ?? '')}" alt="${escapeAttribute(stringOf(alt) ?? '')}" width="${size}" style="vertical-align: middle; border: 0">`;
    const inner = `${picture} ${escapeText(stringOf(text) ?? '')}`;
    return stringOf(href)
      ? `<a href="${escapeAttribute(stringOf(href) ?? '')}">${inner}</a>`
      : `<span>${inner}</span>`;
  });
  return [makeHtml(run, `<div style="text-align: ${alignOf(descriptor)}">${parts.join(' ')}</div>`)];
}

/** A table of data. */
export function readTable(run: ImportRun, descriptor: Fields, path: string): LeafBlock[] {
  const content = fieldAt(descriptor, 'table', 'content');
  const head = rowsOf(fieldAt(content, 'head'));
  const rows = [...head, ...rowsOf(fieldAt(content, 'body'))];
  if (rows.length === 0) {
    note(run, 'module table', 'No rows were found in it; it was left out.', path);
    return [];
  }
  const look = lookOf(fieldAt(descriptor, 'table', 'style'), run.base);
  const fields = {
    hasHeaderRow: head.length > 0,
    borderWidth: 1,
    cellPadding: 8,
    fontSize: look.fontSize ?? 14,
    ...(look.color && look.color !== run.base.color ? { color: look.color } : {}),
  };
  return [makeTable(run, rows, fields)];
}

function rowsOf(part: unknown): string[][] {
  const rows = Array.isArray(part) ? part : listOf(fieldAt(part, 'rows'));
  return rows.map((row) =>
    listOf(fieldAt(row, 'cells')).map(
      (cell) => stringOf(fieldAt(cell, 'html')) ?? stringOf(fieldAt(cell, 'text')) ?? '',
    ),
  );
}

function alignOf(descriptor: Fields) {
  return readAlign(stringOf(fieldAt(descriptor, 'style', 'text-align'))) ?? 'center';
}
