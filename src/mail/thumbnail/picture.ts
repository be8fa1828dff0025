import { clampPixels } from '../model/layout-sizes.ts';
import { fontFor } from './fonts.ts';
import { type Declarations, type Look, readLength } from './look.ts';
import { type DrawNode, type DrawStyle, inline, row } from './node.ts';
import type { Page, Place } from './page.ts';

/** Shape of a picture whose size is not known. */
const USUAL_SHAPE = 2.5;
const MAX_PLACEHOLDER_HEIGHT = 240;

/** The size a picture is wanted in, as far as it is said. */
interface WantedSize {
  width?: number | undefined;
  height?: number | undefined;
}

/** A picture at most as wide as its place; a gray box with its text if it cannot be shown. */
export function layOutPicture(
  source: string,
  alt: string,
  wanted: WantedSize,
  place: Place,
  page: Page,
  style: DrawStyle = {},
): DrawNode {
  const own = page.sizeOf(source);
  const width = Math.max(1, Math.min(clampPixels(wanted.width ?? own?.width ?? place.width), place.width));
  if (own === undefined) return layOutPlaceholder(alt, { ...wanted, width }, page, style);
  const height = clampPixels(wanted.height ?? (width * own.height) / own.width, 1);
  return { type: 'image', src: source, width, height, style: { width, height, flexShrink: 0, ...style } };
}

/** A picture in HTML. Undefined for a counter of one pixel and for one without an address. */
export function pictureInHtml(
  { src = '', alt = '', ...attributes }: Record<string, string>,
  declarations: Declarations,
  look: Look,
  page: Page,
): DrawNode | undefined {
  const source = src.trim();
  const read = (name: 'width' | 'height') =>
    readLength(declarations.get(name) ?? attributes[name], look.place.width, look.size);
  const [width, height] = [read('width'), read('height')];
  if (source === '' || (width !== undefined && width <= 2)) return undefined;
  return layOutPicture(source, alt, { width, height }, look.place, page, { display: 'inline' });
}

/** A gray box with the text of a picture that cannot be shown. */
export function layOutPlaceholder(
  alt: string,
  { width, height }: WantedSize & { width: number },
  page: Page,
  style: DrawStyle = {},
): DrawNode {
  const high = Math.max(1, height ?? Math.min(width / USUAL_SHAPE, MAX_PLACEHOLDER_HEIGHT));
  const gray = { width, behind: { red: 228, green: 231, blue: 235, alpha: 1 } };
  const text = page.texts.take(alt.trim().slice(0, 120));
  const isLabeled = text !== '' && width >= 60 && high >= 24;
  const label = inline(text, {
    color: page.colors.on(gray, '#5b6472', '#5b6472'),
    fontSize: 14,
    fontFamily: fontFor('sans-serif'),
    display: 'block',
    textAlign: 'center',
    lineHeight: 1.3,
  });
  const box: DrawStyle = {
    backgroundColor: page.colors.behind(gray),
    width,
    height: high,
    alignItems: 'center',
    justifyContent: 'center',
    overflow: 'hidden',
    flexShrink: 0,
    padding: 8,
    boxSizing: 'border-box',
  };
  const shape = style.display === 'inline' ? { ...style, display: 'inline-flex' } : style;
  return row({ ...box, ...shape }, isLabeled ? [label] : []);
}
