import type { LeafBlock } from '../../model/index.ts';
import { makeButton, makeDivider, makeImage, makeSpacer } from '../blocks/make-block.ts';
import { readColor } from '../css/colors.ts';
import { readPercent, readPixels } from '../css/lengths.ts';
import { readFontFamily } from '../css/look.ts';
import { readAlign } from '../css/style-reader.ts';
import { note } from '../import-run.ts';
import { plainTextOf } from '../markup/text.ts';
import { paddingOf } from './attributes.ts';
import type { Component, MjmlRun } from './mjml-run.ts';

/** mj-image. */
export function readImage(run: MjmlRun, { element, read }: Component): LeafBlock[] {
  const radius = read('border-radius');
  if (radius && !/^0(?:px|%)?$/.test(radius)) {
    note(run, 'image border-radius', 'Image blocks have no round corners; the picture is kept.', element);
  }
  const width = readPixels(read('width'));
  const href = read('href');
  const alt = read('alt');
  const fields = {
    src: read('src') ?? '',
    alt: alt ?? '',
    width: width === undefined || width === 0 || width >= run.width ? 'full' : width,
    align: readAlign(read('align')) ?? 'center',
    ...(alt === '' ? { decorative: true } : {}),
    ...(href === undefined ? {} : { linkUrl: href, linkOpenInNewTab: read('target') === '_blank' }),
  } as const;
  return [makeImage(run, fields, { padding: paddingOf(read) })];
}

/** mj-button. */
export function readButton(run: MjmlRun, { element, read }: Component): LeafBlock[] {
  const border = read('border');
  if (border && !/^(?:none|0(?:px)?(?:\s.*)?)$/.test(border)) {
    note(run, 'button border', 'Button blocks have no border; it was left out.', element);
  }
  const family = readFontFamily(read('font-family'));
  const width = read('width');
  const pixels = readPixels(width);
  const text = plainTextOf(element);
  const transform = read('text-transform');
  if (transform && transform !== 'none') {
    note(run, 'button text-transform', 'The label is kept as it is written.', element);
  }
  const fields = {
    text,
    url: read('href') ?? '',
    openInNewTab: read('target') === '_blank',
    backgroundColor: readColor(read('background-color')) ?? 'transparent',
    textColor: readColor(read('color')) ?? '#ffffff',
    borderRadius: readPixels(read('border-radius')?.split(/\s+/)[0], 40) ?? 0,
    fontSize: readPixels(read('font-size')) ?? 13,
    buttonPadding: paddingOf(read, 'inner-padding'),
    align: readAlign(read('align')) ?? 'center',
    ...(family && family !== run.base.fontFamily ? { fontFamily: family } : {}),
    ...(readPercent(width) === 100 ? { width: 'full' as const } : pixels ? { width: pixels } : {}),
  };
  return [makeButton(run, fields, { padding: paddingOf(read) })];
}

/** mj-divider. */
export function readDivider(run: MjmlRun, { read }: Component): LeafBlock[] {
  const style = read('border-style');
  const percent = readPercent(read('width'));
  const width = percent === undefined ? readPixels(read('width')) : Math.round((percent / 100) * run.width);
  const isFull = width === undefined || percent === 100 || width >= run.width;
  const fields = {
    color: readColor(read('border-color')) ?? '#000000',
    thickness: readPixels(read('border-width')) ?? 4,
    lineStyle: style === 'dashed' || style === 'dotted' ? style : 'solid',
    width: isFull ? 'full' : width,
  } as const;
  return [makeDivider(run, fields, { padding: paddingOf(read) })];
}

/** mj-spacer. */
export function readSpacer(run: MjmlRun, { read }: Component): LeafBlock[] {
  return [makeSpacer(run, readPixels(read('height')) ?? 20, { padding: paddingOf(read) })];
}
