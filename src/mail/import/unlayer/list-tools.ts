import type { LeafBlock, MenuItem, SocialIcon } from '../../model/index.ts';
import { makeMenu, makeSocial, makeTable } from '../blocks/make-block.ts';
import { iconSizeOf, platformByName, platformByUrl } from '../blocks/platforms.ts';
import { readColor } from '../css/colors.ts';
import { readLength } from '../css/lengths.ts';
import { readAlign } from '../css/style-reader.ts';
import { type ImportRun, note } from '../import-run.ts';
import { fontOf } from '../json/design-style.ts';
import { type Fields, fieldAt, listOf, stringOf } from '../json/parse-design.ts';
import { parseMarkup } from '../markup/parse-markup.ts';
import { plainTextOf } from '../markup/text.ts';
import { linkOf } from './media-tools.ts';

/** Icons of social platforms. */
export function readSocial(run: ImportRun, values: Fields, path: string): LeafBlock[] {
  const icons = listOf(fieldAt(values.icons, 'icons')).map((icon): SocialIcon => {
    const url = stringOf(fieldAt(icon, 'url')) ?? '';
    const name = stringOf(fieldAt(icon, 'name')) ?? '';
    const platform = platformByName(name) ?? platformByUrl(url);
    if (!platform)
      note(run, `social platform ${name}`, 'There is no icon for it; it is shown as a website.', path);
    return { id: run.makeId(), platform: platform ?? 'website', url };
  });
  if (icons.length === 0) return [];
  const spacing = readLength(values.spacing) ?? 10;
  const align = readAlign(stringOf(values.align)) ?? 'center';
  return [makeSocial(run, { icons, iconSize: iconSizeOf(readLength(values.iconSize)), spacing, align })];
}

/** A row of links. */
export function readMenu(run: ImportRun, values: Fields): LeafBlock[] {
  const items = listOf(fieldAt(values.menu, 'items')).map((item): MenuItem => {
    const { href, isNewTab } = linkOf(fieldAt(item, 'link'));
    const text = plainTextOf(parseMarkup({ text: stringOf(fieldAt(item, 'text')) ?? '' }));
    return { id: run.makeId(), text, url: href, openInNewTab: isNewTab, bold: false, underline: false };
  });
  if (items.length === 0) return [];
  const color = readColor(values.textColor);
  const linkColor = readColor(values.linkColor);
  const family = fontOf(values.fontFamily);
  const fields = {
    items,
    fontSize: readLength(values.fontSize) ?? 14,
    textAlign: readAlign(stringOf(values.align)) ?? 'center',
    separator: stringOf(values.separator) ?? '',
    ...(color ? { color } : {}),
    ...(linkColor ? { linkColor } : {}),
    ...(family && family !== run.base.fontFamily ? { fontFamily: family } : {}),
  };
  return [makeMenu(run, fields)];
}

/** A table of data. */
export function readTable(run: ImportRun, values: Fields, path: string): LeafBlock[] {
  const head = rowsOf(fieldAt(values.table, 'headers'));
  const rows = [...head, ...rowsOf(fieldAt(values.table, 'rows'))];
  if (rows.length === 0) {
    note(run, 'tool table', 'No rows were found in it; it was left out.', path);
    return [];
  }
  const fields = { hasHeaderRow: head.length > 0, borderWidth: 1, cellPadding: 8 };
  return [makeTable(run, rows, { ...fields, fontSize: readLength(values.fontSize) ?? 14 })];
}

function rowsOf(rows: unknown): string[][] {
  return listOf(rows).map((row) =>
    listOf(fieldAt(row, 'cells')).map((cell) => stringOf(fieldAt(cell, 'text')) ?? ''),
  );
}
