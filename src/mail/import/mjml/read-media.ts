import type { LeafBlock } from '../../model/index.ts';
import { childElements, innerSource } from '../../parse/html.ts';
import { makeButton, makeDivider, makeHtml, makeImage, makeSpacer } from '../blocks/make-block.ts';
import { note, ownFont } from '../context.ts';
import { readColor } from '../css/colors.ts';
import { readAlign } from '../css/computed-style.ts';
import { inheritTextStyle, readFontFamily, type TextStyle } from '../css/text-style.ts';
import { readPercent, readPixels } from '../css/values.ts';
import { matchLine } from '../html/read-button.ts';
import { readFragment } from '../html/read-content.ts';
import { hasTextBetweenRows, isDataTable, readDataTable, rowsOf } from '../html/read-data-table.ts';
import { padBlocks } from '../html/rows.ts';
import { escapeAttribute, plainTextOf, transformText } from '../text.ts';
import { type AttributeReader, bordersOf, type Component, type MjmlContext, paddingOf } from './component.ts';

/** mj-image. */
export function readImage(context: MjmlContext, { read }: Component): LeafBlock[] {
  const width = readPixels(read('width'));
  const radius = readPixels(read('border-radius')?.split(/\s+/)[0], width ?? context.width);
  const height = readPixels(read('height'));
  const border = bordersOf(read);
  const href = read('href');
  const alt = read('alt');
  const fields = {
    src: read('src') ?? '',
    alt: alt ?? '',
    width: width === undefined || width === 0 || width >= context.width ? 'full' : width,
    align: readAlign(read('align')) ?? 'center',
    ...(alt === '' ? { decorative: true } : {}),
    ...(radius ? { borderRadius: radius } : {}),
    ...(border ? { border } : {}),
    ...(height ? { height } : {}),
    ...(href === undefined ? {} : { linkUrl: href, linkOpenInNewTab: read('target') === '_blank' }),
  } as const;
  return [makeImage(context, fields, { padding: paddingOf(read) })];
}

/** mj-button. */
export function readButton(context: MjmlContext, { element, read }: Component): LeafBlock[] {
  const border = bordersOf(read);
  const family = readFontFamily(read('font-family'));
  const width = read('width');
  const fontSize = readPixels(read('font-size')) || 13;
  const pixels = readPixels(width);
  const { isBold, textTransform } = textStyleOf(read);
  const fields = {
    text: transformText(plainTextOf(element), textTransform),
    url: read('href') ?? '',
    openInNewTab: read('target') === '_blank',
    backgroundColor: readColor(read('background-color')) ?? 'transparent',
    textColor: readColor(read('color')) ?? '#ffffff',
    borderRadius: readPixels(read('border-radius')?.split(/\s+/)[0], 40) ?? 0,
    fontSize,
    ...(isBold ? {} : { fontWeight: 'normal' as const }),
    ...(border ? { border } : {}),
    buttonPadding: matchLine(paddingOf(read, 'inner-padding'), {
      fontSize,
      lineHeight: String((readPixels(read('line-height') ?? '120%', fontSize) ?? fontSize * 1.2) / fontSize),
    }),
    align: readAlign(read('align')) ?? 'center',
    ...ownFont(context, family),
    ...(readPercent(width) === 100 ? { width: 'full' as const } : pixels ? { width: pixels } : {}),
  };
  return [makeButton(context, fields, { padding: paddingOf(read) })];
}

/** mj-divider. */
export function readDivider(context: MjmlContext, { read }: Component): LeafBlock[] {
  const style = read('border-style');
  const percent = readPercent(read('width'));
  const width =
    percent === undefined ? readPixels(read('width')) : Math.round((percent / 100) * context.width);
  const isFull = width === undefined || percent === 100 || width >= context.width;
  const fields = {
    color: readColor(read('border-color')) ?? '#000000',
    thickness: readPixels(read('border-width')) ?? 4,
    lineStyle: style === 'dashed' || style === 'dotted' ? style : 'solid',
    width: isFull ? 'full' : width,
  } as const;
  const padding = paddingOf(read);
  const align = readAlign(read('align'));
  const rest = isFull ? 0 : Math.round(context.width - padding.left - padding.right - width);
  if (rest <= 0 || align === undefined || align === 'center')
    return [makeDivider(context, fields, { padding })];
  const other = align === 'left' ? 'right' : 'left';
  const narrowed = { ...padding, [other]: padding[other] + rest };
  return [makeDivider(context, { ...fields, width: 'full' }, { padding: narrowed })];
}

/** mj-spacer. */
export function readSpacer(context: MjmlContext, { read }: Component): LeafBlock[] {
  return [makeSpacer(context, readPixels(read('height')) ?? 20, { padding: paddingOf(read) })];
}

const TEXT_ATTRIBUTES = [
  'color',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'letter-spacing',
  'line-height',
  'text-decoration',
  'text-transform',
] as const;

/** The text style from the attributes of a component. */
export function textStyleOf(read: AttributeReader): TextStyle {
  const style = new Map<string, string>();
  for (const name of TEXT_ATTRIBUTES) {
    const value = read(name);
    if (value !== undefined) style.set(name, value);
  }
  const align = read('align');
  if (align !== undefined) style.set('text-align', align);
  return inheritTextStyle({ textAlign: 'left' }, style);
}

/** mj-text: titles, paragraphs and other HTML. */
export function readText(context: MjmlContext, { element, read }: Component): LeafBlock[] {
  const height = readPixels(read('height'));
  if (height) note(context, 'mj-text height', 'Text takes the height it needs.', element);
  const textStyle = inheritTextStyle(textStyleOf(read), context.styleOf(element));
  const blocks = readFragment(context, element.children, textStyle);
  const background = readColor(read('background-color'));
  return padBlocks(blocks, paddingOf(read), background);
}

/** mj-table: a table block when it holds plain rows, HTML otherwise. */
export function readMjTable(context: MjmlContext, { element, read }: Component): LeafBlock[] {
  const textStyle = textStyleOf(read);
  const rows = rowsOf(element);
  const box = { padding: paddingOf(read) };
  const hasRaw = childElements(element).some(({ name }) => name === 'mj-raw');
  const isPlain = rows.length > 0 && !hasRaw && !hasTextBetweenRows(element);
  if (isPlain && (isDataTable(context, element, rows) || isSmallTable(rows))) {
    return [readDataTable(context, rows, { textStyle, room: context.width }, element, box)];
  }
  note(context, 'mj-table', 'It is more than plain rows and cells; it is kept as HTML.', element);
  const css = [
    textStyle.color && `color: ${textStyle.color}`,
    textStyle.fontSize && `font-size: ${textStyle.fontSize}px`,
    textStyle.fontFamily && `font-family: ${textStyle.fontFamily}`,
  ];
  const style = css.filter(Boolean).join('; ');
  const open = `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="${escapeAttribute(style)}">`;
  return [makeHtml(context, `${open}${innerSource(element).replace(/<\/?mj-raw>/gi, '')}</table>`, box)];
}

/** A table of one or two rows of text; mj-table says that it is data. */
function isSmallTable(rows: ReturnType<typeof rowsOf>): boolean {
  const count = rows[0]?.cells.length ?? 0;
  const isSimple = (text: string) => !/<(?:table|img|div|video|form)\b|\b(?:col|row)span\s*=/i.test(text);
  return count > 0 && rows.every(({ row, cells }) => cells.length === count && isSimple(innerSource(row)));
}
