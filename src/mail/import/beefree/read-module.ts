import type { LeafBlock, MenuItem, SocialIcon } from '../../model/index.ts';
import { keepHtml } from '../blocks/block-html.ts';
import {
  makeButton,
  makeDivider,
  makeHtml,
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
import { parseBorder, readLength, readPercent } from '../css/values.ts';
import {
  borderOfStyle,
  type Fields,
  fieldAt,
  fieldsOf,
  fontOf,
  listOf,
  paddingOf,
  readUnknown,
  stringOf,
  textStyleOf,
  withVisibility,
} from '../design.ts';
import { matchLine } from '../html/read-button.ts';
import { readFragmentText } from '../html/read-content.ts';
import { padBlocks } from '../html/rows.ts';
import { escapeAttribute, escapeText, plainTextOf } from '../text.ts';

/** Reads the descriptor of a module into blocks without the padding around them. */
type ModuleReader = (context: ImportContext, descriptor: Fields, path: string) => LeafBlock[];

const READERS: Readonly<Record<string, ModuleReader>> = {
  text: readText('text'),
  paragraph: readText('paragraph'),
  list: readText('list'),
  heading: readHeading,
  title: readHeading,
  image: readImage,
  button: readButton,
  divider: readDivider,
  spacer: readSpacer,
  social: readSocial,
  menu: readMenu,
  icons: readIcons,
  video: readVideo,
  table: readTable,
  html: readHtmlModule,
  empty: () => [],
};

/** The blocks of one module of a column. */
export function readModule(context: ImportContext, module: unknown, path: string): LeafBlock[] {
  const type = stringOf(fieldAt(module, 'type')) ?? '';
  const kind = type.replace(/^mailup-bee-newsletter-modules-/, '');
  const descriptor = fieldsOf(fieldAt(module, 'descriptor'));
  const reader = Object.hasOwn(READERS, kind) ? READERS[kind] : undefined;
  const blocks = reader
    ? reader(context, descriptor, path)
    : readUnknown(context, `module ${kind || 'without a type'}`, descriptor, path);
  const computed = fieldsOf(descriptor.computedStyle);
  const padded = padBlocks(blocks, paddingOf(descriptor.style));
  return withVisibility(padded, computed.hideContentOnDesktop, computed.hideContentOnMobile);
}

function readText(key: string): ModuleReader {
  return (context, descriptor) => {
    const html =
      stringOf(fieldAt(descriptor, key, 'html')) ?? stringOf(fieldAt(descriptor, key, 'text')) ?? '';
    return readFragmentText(context, html, textStyleOf(fieldAt(descriptor, key, 'style'), context.base));
  };
}

function readHeading(context: ImportContext, descriptor: Fields): LeafBlock[] {
  const heading = fieldsOf(descriptor.heading ?? descriptor.title);
  const html = stringOf(heading.text) ?? stringOf(heading.html) ?? '';
  const textStyle = textStyleOf(heading.style, context.base);
  const level = levelOfName(stringOf(heading.title) ?? '') ?? 2;
  const bold = textStyle.isBold ?? true;
  const { children } = parseMarkup({ text: html });
  const block = makeHeading(context, children, { ...textStyle, isBold: bold }, level, {
    padding: paddingOf(undefined),
  });
  return block ? [block] : [];
}

function readHtmlModule(context: ImportContext, descriptor: Fields, path: string): LeafBlock[] {
  return keepHtml(context, stringOf(fieldAt(descriptor, 'html', 'html')) ?? '', path);
}

/** Icons of social platforms. */
function readSocial(context: ImportContext, descriptor: Fields, path: string): LeafBlock[] {
  const icons = listOf(fieldAt(descriptor, 'iconsList', 'icons')).map((icon): SocialIcon => {
    const prefix = stringOf(fieldAt(icon, 'image', 'prefix')) ?? '';
    const href = stringOf(fieldAt(icon, 'image', 'href')) ?? '';
    const url = href.startsWith(prefix) ? href : `${prefix}${href}`;
    const name = stringOf(fieldAt(icon, 'id')) ?? stringOf(fieldAt(icon, 'name')) ?? '';
    const platform =
      platformByName(name) ?? platformByName(stringOf(fieldAt(icon, 'name')) ?? '') ?? platformByUrl(url);
    if (!platform)
      note(context, `social platform ${name}`, 'There is no icon for it; it is shown as a website.', path);
    return { id: context.makeId(), platform: platform ?? 'website', url };
  });
  const size =
    readLength(fieldAt(descriptor, 'computedStyle', 'iconHeight')) ??
    readLength(fieldAt(descriptor, 'computedStyle', 'height'));
  const align = alignOf(descriptor);
  return icons.length === 0 ? [] : [makeSocial(context, { icons, iconSize: iconSizeOf(size), align })];
}

/** A row of links. */
function readMenu(context: ImportContext, descriptor: Fields): LeafBlock[] {
  const style = fieldsOf(descriptor.style);
  const color = readColor(fieldAt(descriptor, 'computedStyle', 'linkColor')) ?? readColor(style.color);
  const family = fontOf(style['font-family']);
  const items = listOf(fieldAt(descriptor, 'menuItemsList', 'items')).map((item): MenuItem => {
    const link = fieldsOf(fieldAt(item, 'link'));
    return {
      id: context.makeId(),
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
    fontSize: textStyleOf(style, context.base).fontSize ?? 14,
    textAlign: alignOf(descriptor),
    ...(color ? { color, linkColor: color } : {}),
    ...ownFont(context, family),
  };
  return [makeMenu(context, fields)];
}

/** Images with text beside them, as HTML. */
function readIcons(context: ImportContext, descriptor: Fields, path: string): LeafBlock[] {
  const icons = listOf(fieldAt(descriptor, 'iconsList', 'icons'));
  if (icons.length === 0) return [];
  note(context, 'module icons', 'Pictures beside words have no block; they became an html block.', path);
  const parts = icons.map((icon) => {
    const { image, alt, href, text, width } = fieldsOf(icon);
    const size = readLength(width) ?? 32;
    const picture = `<img src="${escapeAttribute(stringOf(image) ?? '')}" alt="${escapeAttribute(stringOf(alt) ?? '')}" width="${size}" style="vertical-align: middle; border: 0">`;
    const inner = `${picture} ${escapeText(stringOf(text) ?? '')}`;
    return stringOf(href)
      ? `<a href="${escapeAttribute(stringOf(href) ?? '')}">${inner}</a>`
      : `<span>${inner}</span>`;
  });
  return [makeHtml(context, `<div style="text-align: ${alignOf(descriptor)}">${parts.join(' ')}</div>`)];
}

/** A table of data. */
function readTable(context: ImportContext, descriptor: Fields, path: string): LeafBlock[] {
  const content = fieldAt(descriptor, 'table', 'content');
  const head = rowsOf(fieldAt(content, 'head'));
  const rows = [...head, ...rowsOf(fieldAt(content, 'body'))];
  if (rows.length === 0) {
    note(context, 'module table', 'No rows were found in it; it was left out.', path);
    return [];
  }
  const textStyle = textStyleOf(fieldAt(descriptor, 'table', 'style'), context.base);
  const fields = {
    hasHeaderRow: head.length > 0,
    borderWidth: 1,
    cellPadding: 8,
    fontSize: textStyle.fontSize ?? 14,
    ...(textStyle.color && textStyle.color !== context.base.color ? { color: textStyle.color } : {}),
  };
  return [makeTable(context, rows, fields)];
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

/** A picture. */
function readImage(context: ImportContext, descriptor: Fields): LeafBlock[] {
  const image = fieldsOf(descriptor.image);
  const computed = fieldsOf(descriptor.computedStyle);
  const names = stringOf(computed.class) ?? '';
  const align = /\bleft\b/.test(names) ? 'left' : /\bright\b/.test(names) ? 'right' : 'center';
  const width = readLength(computed.width) ?? readLength(image.width);
  const isFull = !width || width >= context.width || /\bfullwidth\b/.test(names);
  const href = stringOf(image.href);
  const src = stringOf(image.src) ?? '';
  const dynamic = stringOf(image.dynamicSrc);
  const radius = readLength(fieldAt(image, 'style', 'border-radius'));
  const fields = {
    src: dynamic || src,
    alt: stringOf(image.alt) ?? '',
    ...(radius ? { borderRadius: radius } : {}),
    width: isFull ? 'full' : width,
    align,
    ...(href ? { linkUrl: href, linkOpenInNewTab: stringOf(image.target) !== '_self' } : {}),
    ...(dynamic && src ? { placeholderUrl: src } : {}),
  } as const;
  return [makeImage(context, fields)];
}

/** A button. Its label is HTML, which is read as plain text. */
function readButton(context: ImportContext, descriptor: Fields): LeafBlock[] {
  const button = fieldsOf(descriptor.button);
  const style = fieldsOf(button.style);
  const label = stringOf(button.label) ?? stringOf(button.text) ?? '';
  const border = borderOfStyle(style);
  const textStyle = textStyleOf(style, context.base);
  const family = fontOf(style['font-family']);
  const width = style.width;
  const pixels = readLength(width);
  const fields = {
    text: plainTextOf(parseMarkup({ text: label })),
    url: stringOf(button.href) ?? stringOf(fieldAt(button, 'link', 'href')) ?? '',
    openInNewTab: stringOf(button.target) !== '_self',
    backgroundColor: readColor(style['background-color']) ?? 'transparent',
    textColor: readColor(style.color) ?? '#ffffff',
    borderRadius: readLength(style['border-radius']) ?? 0,
    fontSize: textStyle.fontSize ?? 16,
    ...(textStyle.isBold || /<(?:strong|b)\b/i.test(label) ? {} : { fontWeight: 'normal' as const }),
    ...(border ? { border } : {}),
    buttonPadding: textStyle.lineHeight ? matchLine(paddingOf(style), textStyle) : paddingOf(style),
    align: readAlign(stringOf(fieldAt(descriptor, 'style', 'text-align'))) ?? 'center',
    ...ownFont(context, family),
    ...(readPercent(stringOf(width)) === 100 ? { width: 'full' as const } : pixels ? { width: pixels } : {}),
  };
  return [makeButton(context, fields)];
}

/** A divider, or a spacer when the line is invisible. */
function readDivider(context: ImportContext, descriptor: Fields): LeafBlock[] {
  const style = fieldsOf(fieldAt(descriptor, 'divider', 'style'));
  const value = stringOf(style['border-top']) ?? '';
  const border = parseBorder(value);
  if (!border || border.width === 0 || !border.color) {
    return [makeSpacer(context, readLength(style.height) ?? border?.width ?? 0)];
  }
  const percent = readPercent(stringOf(style.width));
  const width = percent === undefined ? readLength(style.width) : Math.round((percent / 100) * context.width);
  const isFull = !width || percent === 100 || width >= context.width;
  const { color, width: thickness, style: lineStyle } = border;
  return [makeDivider(context, { color, thickness, lineStyle, width: isFull ? 'full' : width })];
}

/** A gap. */
function readSpacer(context: ImportContext, descriptor: Fields): LeafBlock[] {
  return [makeSpacer(context, readLength(fieldAt(descriptor, 'spacer', 'style', 'height')) ?? 20)];
}

/** A video with its poster. */
function readVideo(context: ImportContext, descriptor: Fields): LeafBlock[] {
  const video = fieldsOf(descriptor.video);
  const url = stringOf(video.src) ?? stringOf(video.href) ?? '';
  return [
    makeVideo(context, {
      url,
      thumbnailUrl: stringOf(video.thumbSrc) ?? '',
      alt: stringOf(video.alt) || 'Video',
    }),
  ];
}
