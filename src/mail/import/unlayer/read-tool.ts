import type { LeafBlock, MenuItem, SocialIcon } from '../../model/index.ts';
import { keepHtml } from '../blocks/block-html.ts';
import {
  makeButton,
  makeDivider,
  makeImage,
  makeMenu,
  makeSocial,
  makeSpacer,
  makeTable,
  makeVideo,
} from '../blocks/make-block.ts';
import { levelOfName, makeHeading } from '../blocks/make-text.ts';
import { iconSizeOf, platformByName, platformByUrl } from '../blocks/social-platforms.ts';
import { type ImportContext, note, ownFont, parseMarkup } from '../context.ts';
import { readColor } from '../css/colors.ts';
import { readAlign } from '../css/computed-style.ts';
import type { TextStyle } from '../css/text-style.ts';
import { NO_SIDES, parseBorder, readLength, readPercent, readSides } from '../css/values.ts';
import {
  borderOfStyle,
  conditionOf,
  type Fields,
  fieldAt,
  fieldsOf,
  fontOf,
  listOf,
  readUnknown,
  stringOf,
  textStyleOf,
  withVisibility,
} from '../design.ts';
import { matchLine } from '../html/read-button.ts';
import { readFragmentText } from '../html/read-content.ts';
import { padBlocks } from '../html/rows.ts';
import { plainTextOf } from '../text.ts';

/** Reads the values of a tool into blocks without the padding around them. */
type ToolReader = (context: ImportContext, values: Fields, path: string) => LeafBlock[];

const READERS: Readonly<Record<string, ToolReader>> = {
  text: readText,
  paragraph: readText,
  heading: readHeading,
  image: readImage,
  button: readButton,
  divider: readDivider,
  video: readVideo,
  social: readSocial,
  menu: readMenu,
  table: readTable,
  html: readHtmlTool,
};

/** The blocks of one tool in a column. */
export function readTool(context: ImportContext, tool: unknown, path: string): LeafBlock[] {
  const type = stringOf(fieldAt(tool, 'type')) ?? '';
  const values = fieldsOf(fieldAt(tool, 'values'));
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  const blocks = reader
    ? reader(context, values, path)
    : readUnknown(context, `tool ${type || 'without a type'}`, values, path);
  const padding = readSides(stringOf(values.containerPadding)) ?? NO_SIDES;
  const padded = padBlocks(blocks, padding, readColor(values.containerBackgroundColor));
  const shown = withVisibility(padded, values.hideDesktop, isHiddenOnPhones(values));
  return shown.map((block) => ({ ...block, ...conditionOf(values.displayCondition) }));
}

/** Newer designs keep what phones hide among the values for phones. */
export function isHiddenOnPhones(values: Fields): unknown {
  return values.hideMobile === true || fieldAt(values._override, 'mobile', 'hideMobile');
}

/** The text style of a tool. */
function toolTextStyle(context: ImportContext, values: Fields): TextStyle {
  const style = {
    color: values.color ?? values.textColor,
    'font-size': values.fontSize,
    'font-weight': values.fontWeight,
    'line-height': values.lineHeight,
    'letter-spacing': values.letterSpacing,
    'text-align': values.textAlign ?? values.align,
    'font-family': fontOf(values.fontFamily),
  };
  return textStyleOf(style, context.base);
}

function readText(context: ImportContext, values: Fields): LeafBlock[] {
  const html = stringOf(values.text) ?? stringOf(values.html) ?? '';
  return readFragmentText(context, html, toolTextStyle(context, values));
}

function readHeading(context: ImportContext, values: Fields): LeafBlock[] {
  const textStyle = toolTextStyle(context, values);
  const level = levelOfName(stringOf(values.headingType) ?? '') ?? 2;
  const { children } = parseMarkup({ text: stringOf(values.text) ?? '' });
  const block = makeHeading(context, children, { ...textStyle, isBold: textStyle.isBold ?? true }, level, {
    padding: NO_SIDES,
  });
  return block ? [block] : [];
}

function readHtmlTool(context: ImportContext, values: Fields, path: string): LeafBlock[] {
  return keepHtml(context, stringOf(values.html) ?? '', path);
}

/** Icons of social platforms. */
function readSocial(context: ImportContext, values: Fields, path: string): LeafBlock[] {
  const icons = listOf(fieldAt(values.icons, 'icons')).map((icon): SocialIcon => {
    const url = stringOf(fieldAt(icon, 'url')) ?? '';
    const name = stringOf(fieldAt(icon, 'name')) ?? '';
    const platform = platformByName(name) ?? platformByUrl(url);
    if (!platform)
      note(context, `social platform ${name}`, 'There is no icon for it; it is shown as a website.', path);
    return { id: context.makeId(), platform: platform ?? 'website', url };
  });
  if (icons.length === 0) return [];
  const spacing = readLength(values.spacing) ?? 10;
  const align = readAlign(stringOf(values.align)) ?? 'center';
  return [makeSocial(context, { icons, iconSize: iconSizeOf(readLength(values.iconSize)), spacing, align })];
}

/** A row of links. */
function readMenu(context: ImportContext, values: Fields): LeafBlock[] {
  const items = listOf(fieldAt(values.menu, 'items')).map((item): MenuItem => {
    const { href, isNewTab } = linkOf(fieldAt(item, 'link'));
    const text = plainTextOf(parseMarkup({ text: stringOf(fieldAt(item, 'text')) ?? '' }));
    return { id: context.makeId(), text, url: href, openInNewTab: isNewTab, bold: false, underline: false };
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
    ...ownFont(context, family),
  };
  return [makeMenu(context, fields)];
}

/** A table of data. */
function readTable(context: ImportContext, values: Fields, path: string): LeafBlock[] {
  const head = rowsOf(fieldAt(values.table, 'headers'));
  const rows = [...head, ...rowsOf(fieldAt(values.table, 'rows'))];
  if (rows.length === 0) {
    note(context, 'tool table', 'No rows were found in it; it was left out.', path);
    return [];
  }
  const fields = { hasHeaderRow: head.length > 0, borderWidth: 1, cellPadding: 8 };
  return [makeTable(context, rows, { ...fields, fontSize: readLength(values.fontSize) ?? 14 })];
}

function rowsOf(rows: unknown): string[][] {
  return listOf(rows).map((row) =>
    listOf(fieldAt(row, 'cells')).map((cell) => stringOf(fieldAt(cell, 'text')) ?? ''),
  );
}

/** A link of a design: `{ name, values: { href, target } }`, or the address itself. */
function linkOf(value: unknown): { href: string; isNewTab: boolean } {
  const values = fieldAt(value, 'values');
  const href = stringOf(value) ?? addressOf(stringOf(fieldAt(value, 'name')), fieldsOf(values));
  return { href, isNewTab: stringOf(fieldAt(values, 'target')) !== '_self' };
}

/** Links to mails and telephones have their parts in fields. */
function addressOf(name: string | undefined, values: Fields): string {
  const href = stringOf(values.href) ?? '';
  const target = href || (stringOf(values.phone) ?? stringOf(values.email) ?? '');
  const scheme = name === 'email' ? 'mailto' : name === 'phone' ? 'tel' : name === 'sms' ? 'sms' : undefined;
  if (scheme === undefined || target === '' || target.toLowerCase().startsWith(`${scheme}:`)) return target;
  const address = scheme === 'mailto' ? target.trim() : target.replace(/\s+/g, '');
  const fields = (scheme === 'mailto' ? ['subject', 'body'] : ['body']).flatMap((key) => {
    const text = stringOf(values[key]);
    return text && scheme !== 'tel' ? [`${key}=${encodeURIComponent(text)}`] : [];
  });
  return `${scheme}:${address}${fields.length > 0 ? `?${fields.join('&')}` : ''}`;
}

/** A picture. */
function readImage(context: ImportContext, values: Fields): LeafBlock[] {
  const src = fieldsOf(values.src);
  const { href, isNewTab } = linkOf(values.action);
  const percent = readPercent(stringOf(src.maxWidth));
  const isFixed = src.autoWidth === false && percent !== undefined && percent < 100;
  const natural = readLength(src.width);
  const width = isFixed ? Math.round((percent / 100) * context.width) : natural;
  const alt = stringOf(values.altText) ?? '';
  const fields = {
    src: stringOf(values.src) ?? stringOf(src.url) ?? '',
    alt,
    width: width === undefined || width === 0 || width >= context.width ? 'full' : width,
    align: readAlign(stringOf(values.textAlign)) ?? 'center',
    ...(href ? { linkUrl: href, linkOpenInNewTab: isNewTab } : {}),
  } as const;
  return [makeImage(context, fields)];
}

/** A button. Its label is HTML, which is read as plain text. */
function readButton(context: ImportContext, values: Fields): LeafBlock[] {
  const { href, isNewTab } = linkOf(values.href);
  const colors = fieldsOf(values.buttonColors);
  const family = fontOf(values.fontFamily);
  const percent = readPercent(stringOf(fieldAt(values.size, 'width')));
  const isFixed = fieldAt(values.size, 'autoWidth') === false && percent !== undefined;
  const border = borderOfStyle(values.border);
  const label = stringOf(values.text) ?? '';
  const textStyle = toolTextStyle(context, { ...values, fontSize: values.fontSize ?? '14px' });
  const padding = readSides(stringOf(values.padding)) ?? { top: 10, right: 20, bottom: 10, left: 20 };
  const width = isFixed
    ? percent === 100
      ? ('full' as const)
      : Math.round((percent / 100) * context.width)
    : undefined;
  const fields = {
    text: plainTextOf(parseMarkup({ text: label })),
    url: href,
    openInNewTab: isNewTab,
    backgroundColor: readColor(colors.backgroundColor) ?? readColor(values.backgroundColor) ?? 'transparent',
    textColor: readColor(colors.color) ?? readColor(values.color) ?? '#ffffff',
    borderRadius: readLength(values.borderRadius) ?? 0,
    fontSize: readLength(values.fontSize) ?? 14,
    ...(textStyle.isBold || /<(?:strong|b)\b/i.test(label) ? {} : { fontWeight: 'normal' as const }),
    ...(border ? { border } : {}),
    buttonPadding: textStyle.lineHeight ? matchLine(padding, textStyle) : padding,
    align: readAlign(stringOf(values.textAlign)) ?? 'center',
    ...ownFont(context, family),
    ...(width === undefined ? {} : { width }),
  };
  return [makeButton(context, fields)];
}

/** A divider, or a spacer when the line is invisible. */
function readDivider(context: ImportContext, values: Fields): LeafBlock[] {
  const border = fieldsOf(values.border);
  const parts = [border.borderTopWidth, border.borderTopStyle, border.borderTopColor].map(
    (part) => stringOf(part) ?? '',
  );
  const line = parseBorder(parts.join(' '));
  if (!line || line.width === 0 || !line.color)
    return [makeSpacer(context, line?.width ?? 0, { padding: NO_SIDES })];
  const percent = readPercent(stringOf(values.width));
  const isFull = percent === undefined || percent === 100;
  const fields = {
    color: line.color,
    thickness: line.width,
    lineStyle: line.style,
    width: isFull ? 'full' : Math.round((percent / 100) * context.width),
  } as const;
  return [makeDivider(context, fields)];
}

/** A video with its poster. */
function readVideo(context: ImportContext, values: Fields): LeafBlock[] {
  const video = fieldsOf(values.video);
  const id = stringOf(video.videoId);
  const known =
    id && video.type === 'youtube'
      ? `https://www.youtube.com/watch?v=${id}`
      : id && video.type === 'vimeo'
        ? `https://vimeo.com/${id}`
        : undefined;
  const url = stringOf(video.url) ?? stringOf(values.videoUrl) ?? known ?? '';
  return [makeVideo(context, { url, thumbnailUrl: stringOf(video.thumbnail) ?? '' })];
}
