import type { LeafBlock } from '../../model/index.ts';
import { makeButton, makeDivider, makeImage, makeSpacer, makeVideo } from '../blocks/make-block.ts';
import { readColor } from '../css/colors.ts';
import { parseBorder } from '../css/declarations.ts';
import { readLength, readPercent } from '../css/lengths.ts';
import { readAlign } from '../css/style-reader.ts';
import { type ImportRun, note } from '../import-run.ts';
import { fontOf, lookOf, paddingOf } from '../json/design-style.ts';
import { type Fields, fieldAt, fieldsOf, stringOf } from '../json/parse-design.ts';
import { parseMarkup } from '../markup/parse-markup.ts';
import { plainTextOf } from '../markup/text.ts';

/** A picture. */
export function readImage(run: ImportRun, descriptor: Fields): LeafBlock[] {
  const image = fieldsOf(descriptor.image);
  const computed = fieldsOf(descriptor.computedStyle);
  const names = stringOf(computed.class) ?? '';
  const align = /\bleft\b/.test(names) ? 'left' : /\bright\b/.test(names) ? 'right' : 'center';
  const width = readLength(computed.width) ?? readLength(image.width);
  const isFull = !width || width >= run.width || /\bfullwidth\b/.test(names);
  const href = stringOf(image.href);
  const src = stringOf(image.src) ?? '';
  const dynamic = stringOf(image.dynamicSrc);
  const fields = {
    src: dynamic || src,
    alt: stringOf(image.alt) ?? '',
    width: isFull ? 'full' : width,
    align,
    ...(href ? { linkUrl: href, linkOpenInNewTab: stringOf(image.target) !== '_self' } : {}),
    ...(dynamic && src ? { placeholderUrl: src } : {}),
  } as const;
  return [makeImage(run, fields)];
}

/** A button. Its label is HTML, which is read as plain text. */
export function readButton(run: ImportRun, descriptor: Fields, path: string): LeafBlock[] {
  const button = fieldsOf(descriptor.button);
  const style = fieldsOf(button.style);
  const label = stringOf(button.label) ?? stringOf(button.text) ?? '';
  const border = parseBorder(stringOf(style['border-top']) ?? stringOf(style.border));
  if (border && border.width > 0 && border.color) {
    note(run, 'button border', 'Button blocks have no border; it was left out.', path);
  }
  const look = lookOf(style, run.base);
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
    fontSize: look.fontSize ?? 16,
    buttonPadding: paddingOf(style),
    align: readAlign(stringOf(fieldAt(descriptor, 'style', 'text-align'))) ?? 'center',
    ...(family && family !== run.base.fontFamily ? { fontFamily: family } : {}),
    ...(readPercent(stringOf(width)) === 100 ? { width: 'full' as const } : pixels ? { width: pixels } : {}),
  };
  return [makeButton(run, fields)];
}

/** A line, or a gap when the line cannot be seen. */
export function readDivider(run: ImportRun, descriptor: Fields): LeafBlock[] {
  const style = fieldsOf(fieldAt(descriptor, 'divider', 'style'));
  const value = stringOf(style['border-top']) ?? '';
  const border = parseBorder(value);
  if (!border || border.width === 0 || !border.color) {
    return [makeSpacer(run, readLength(style.height) ?? border?.width ?? 0)];
  }
  const percent = readPercent(stringOf(style.width));
  const width = percent === undefined ? readLength(style.width) : Math.round((percent / 100) * run.width);
  const isFull = !width || percent === 100 || width >= run.width;
  const { color, width: thickness, style: lineStyle } = border;
  return [makeDivider(run, { color, thickness, lineStyle, width: isFull ? 'full' : width })];
}

/** A gap. */
export function readSpacer(run: ImportRun, descriptor: Fields): LeafBlock[] {
  return [makeSpacer(run, readLength(fieldAt(descriptor, 'spacer', 'style', 'height')) ?? 20)];
}

/** A video with its poster. */
export function readVideo(run: ImportRun, descriptor: Fields): LeafBlock[] {
  const video = fieldsOf(descriptor.video);
  const url = stringOf(video.src) ?? stringOf(video.href) ?? '';
  return [
    makeVideo(run, {
      url,
      thumbnailUrl: stringOf(video.thumbSrc) ?? '',
      alt: stringOf(video.alt) || 'Video',
    }),
  ];
}
