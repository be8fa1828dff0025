import type { LeafBlock } from '../../model/index.ts';
import { makeButton, makeDivider, makeImage, makeSpacer, makeVideo } from '../blocks/make-block.ts';
import { readColor } from '../css/colors.ts';
import { parseBorder } from '../css/declarations.ts';
import { NO_SIDES, readLength, readPercent, readSides } from '../css/lengths.ts';
import { readAlign } from '../css/style-reader.ts';
import { type ImportRun, note } from '../import-run.ts';
import { fontOf } from '../json/design-style.ts';
import { type Fields, fieldAt, fieldsOf, stringOf } from '../json/parse-design.ts';
import { parseMarkup } from '../markup/parse-markup.ts';
import { plainTextOf } from '../markup/text.ts';

/** A link of a design: `{ values: { href, target } }`, or the address itself. */
export function linkOf(value: unknown): { href: string; isNewTab: boolean } {
  const values = fieldAt(value, 'values');
  const href = stringOf(value) ?? stringOf(fieldAt(values, 'href')) ?? '';
  return { href, isNewTab: stringOf(fieldAt(values, 'target')) !== '_self' };
}

/** A picture. */
export function readImage(run: ImportRun, values: Fields): LeafBlock[] {
  const src = fieldsOf(values.src);
  const { href, isNewTab } = linkOf(values.action);
  const percent = readPercent(stringOf(src.maxWidth));
  const isFixed = src.autoWidth === false && percent !== undefined && percent < 100;
  const natural = readLength(src.width);
  const width = isFixed ? Math.round((percent / 100) * run.width) : natural;
  const alt = stringOf(values.altText) ?? '';
  const fields = {
    src: stringOf(values.src) ?? stringOf(src.url) ?? '',
    alt,
    width: width === undefined || width === 0 || width >= run.width ? 'full' : width,
    align: readAlign(stringOf(values.textAlign)) ?? 'center',
    ...(href ? { linkUrl: href, linkOpenInNewTab: isNewTab } : {}),
  } as const;
  return [makeImage(run, fields)];
}

/** A button. Its label is HTML, which is read as plain text. */
export function readButton(run: ImportRun, values: Fields, path: string): LeafBlock[] {
  const { href, isNewTab } = linkOf(values.href);
  const colors = fieldsOf(values.buttonColors);
  const family = fontOf(values.fontFamily);
  const percent = readPercent(stringOf(fieldAt(values.size, 'width')));
  const isFixed = fieldAt(values.size, 'autoWidth') === false && percent !== undefined;
  if ((readLength(fieldAt(values.border, 'borderTopWidth')) ?? 0) > 0) {
    note(run, 'button border', 'Button blocks have no border; it was left out.', path);
  }
  const width = isFixed
    ? percent === 100
      ? ('full' as const)
      : Math.round((percent / 100) * run.width)
    : undefined;
  const fields = {
    text: plainTextOf(parseMarkup({ text: stringOf(values.text) ?? '' })),
    url: href,
    openInNewTab: isNewTab,
    backgroundColor: readColor(colors.backgroundColor) ?? readColor(values.backgroundColor) ?? 'transparent',
    textColor: readColor(colors.color) ?? readColor(values.color) ?? '#ffffff',
    borderRadius: readLength(values.borderRadius) ?? 0,
    fontSize: readLength(values.fontSize) ?? 14,
    buttonPadding: readSides(stringOf(values.padding)) ?? { top: 10, right: 20, bottom: 10, left: 20 },
    align: readAlign(stringOf(values.textAlign)) ?? 'center',
    ...(family && family !== run.base.fontFamily ? { fontFamily: family } : {}),
    ...(width === undefined ? {} : { width }),
  };
  return [makeButton(run, fields)];
}

/** A line, or a gap when the line cannot be seen. */
export function readDivider(run: ImportRun, values: Fields): LeafBlock[] {
  const border = fieldsOf(values.border);
  const parts = [border.borderTopWidth, border.borderTopStyle, border.borderTopColor].map(
    (part) => stringOf(part) ?? '',
  );
  const line = parseBorder(parts.join(' '));
  if (!line || line.width === 0 || !line.color)
    return [makeSpacer(run, line?.width ?? 0, { padding: NO_SIDES })];
  const percent = readPercent(stringOf(values.width));
  const isFull = percent === undefined || percent === 100;
  const fields = {
    color: line.color,
    thickness: line.width,
    lineStyle: line.style,
    width: isFull ? 'full' : Math.round((percent / 100) * run.width),
  } as const;
  return [makeDivider(run, fields)];
}

/** A video with its poster. */
export function readVideo(run: ImportRun, values: Fields): LeafBlock[] {
  const video = fieldsOf(values.video);
  const id = stringOf(video.videoId);
  const known =
    id && video.type === 'youtube'
      ? `https://www.youtube.com/watch?v=${id}`
      : id && video.type === 'vimeo'
        ? `https://vimeo.com/${id}`
        : undefined;
  const url = stringOf(video.url) ?? stringOf(values.videoUrl) ?? known ?? '';
  return [makeVideo(run, { url, thumbnailUrl: stringOf(video.thumbnail) ?? '' })];
}
