import type { SectionBlock } from '../../model/index.ts';
import { mixColors, parseColor, toHex } from '../../parse/color.ts';
import { colorsIn, MAX_BACKGROUND, readColor, urlOf, withoutPictures } from './colors.ts';

/** A picture behind a section. */
export type BackgroundImage = NonNullable<SectionBlock['backgroundImage']>;

/** The picture behind an element, as its style declares it; undefined for none. */
export function readBackgroundImage(style: ReadonlyMap<string, string>): BackgroundImage | undefined {
  const src = urlOf(style.get('background-image'));
  if (src === undefined) return undefined;
  const size = style.get('background-size')?.trim().toLowerCase() ?? 'auto';
  const repeat = style.get('background-repeat')?.trim().toLowerCase() ?? 'repeat';
  const fallbackColor = readColor(style.get('background-color'));
  return {
    src,
    size: readSize(size),
    position: style.get('background-position')?.trim().toLowerCase() || 'left top',
    repeat: !repeat.startsWith('no-repeat'),
    ...(fallbackColor ? { fallbackColor } : {}),
  };
}

/** A size of 100 % or of pixels is read as `cover`: in most mails the picture then fills the width. */
function readSize(size: string): 'cover' | 'contain' | 'auto' {
  if (size === 'contain') return 'contain';
  return size === 'cover' || /^(?:100%|\d{3,4}px)/.test(size) ? 'cover' : 'auto';
}

/** Position, size and repetition in a `background` shorthand. */
export function placementOf(value: string): [property: string, value: string][] {
  if (value.length > MAX_BACKGROUND) return [];
  const [before = '', after = ''] = withoutPictures(value).toLowerCase().split('/', 2);
  const words = (text: string, pattern: RegExp) => text.split(/\s+/).filter((word) => pattern.test(word));
  const repeat = words(value.toLowerCase(), /^(?:no-repeat|repeat|repeat-x|repeat-y)$/)[0];
  const position = words(before, /^(?:left|right|top|bottom|center|-?\d{1,4}(?:px|%)?)$/).slice(0, 2);
  const size = words(after, /^(?:cover|contain|auto|\d{1,4}(?:px|%))$/).slice(0, 2);
  return [
    ...(repeat ? ([['background-repeat', repeat]] as [string, string][]) : []),
    ...(position.length > 0 ? ([['background-position', position.join(' ')]] as [string, string][]) : []),
    ...(size.length > 0 ? ([['background-size', size.join(' ')]] as [string, string][]) : []),
  ];
}

/** The color halfway between the first and the last one of a gradient. Undefined if one of them is translucent. */
export function colorOfGradient(value: string): string | undefined {
  if (value.length > MAX_BACKGROUND || !/gradient\(/i.test(value) || /url\(/i.test(value)) return undefined;
  const colors = colorsIn(value).flatMap((color) => parseColor(color) ?? []);
  const [first] = colors;
  const last = colors.at(-1);
  if (!first || !last || first.alpha < 1 || last.alpha < 1) return undefined;
  return toHex(mixColors(first, last, 0.5));
}
