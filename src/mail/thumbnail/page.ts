import type { Border, Corners, LeafBlock, TemplateContent } from '../model/index.ts';
import { clampPixels, pixels, spacing } from '../model/layout-sizes.ts';
import { readLanguage } from '../model/locale.ts';
import { type Color, formatColor, isLight, mirrorColor, overlay, parseColor, WHITE } from '../parse/color.ts';
import type { DrawStyle } from './node.ts';
import { TextBudget } from './text-budget.ts';

/** How the mail is shown. */
export interface Screen {
  /** `phone`: as wide as a phone, with columns below each other. */
  layout: 'desktop' | 'phone';
  /** With the colors of dark mode. */
  isDark: boolean;
}

/** Size of a picture in its own pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** State that all blocks of one mail share while they are laid out. */
export interface Page {
  width: number;
  layout: Screen['layout'];
  dir: 'ltr' | 'rtl';
  colors: Colors;
  background: Color;
  textColor: string;
  linkColor: string | undefined;
  isLinkUnderlined: boolean;
  font: string;
  texts: TextBudget;
  /** Undefined if the picture cannot be shown. */
  sizeOf(source: string): PictureSize | undefined;
}

/** Where a block is: the available width and the color behind it, as on a light screen. */
export interface Place {
  width: number;
  behind: Color;
  /** It keeps its light colors in dark mode. */
  isPinned?: boolean;
}

/** Width of a common phone in CSS pixels. */
const PHONE_WIDTH = 375;

export function makePage(
  { settings }: TemplateContent,
  screen: Screen,
  sizeOf: (source: string) => PictureSize | undefined,
): Page {
  const background = overlay(parseColor(settings.backgroundColor) ?? WHITE, WHITE);
  const color = settings.textColor === undefined ? undefined : parseColor(settings.textColor);
  const link = settings.linkColor === undefined ? undefined : parseColor(settings.linkColor);
  return {
    width: screen.layout === 'phone' ? PHONE_WIDTH : clampPixels(settings.width, 200),
    layout: screen.layout,
    dir: readLanguage(settings).dir,
    colors: new Colors(screen.isDark && isLight(background)),
    background,
    textColor: color ? formatColor(color) : isLight(background) ? '#1a1a1a' : '#ffffff',
    linkColor: link && formatColor(link),
    isLinkUnderlined: settings.linkUnderline !== false,
    font: settings.fontFamily,
    texts: new TextBudget(),
    sizeOf,
  };
}

/** The colors on the screen: in dark mode, what is on a light background is mirrored together with it. */
class Colors {
  readonly isDark: boolean;

  constructor(isDark: boolean) {
    this.isDark = isDark;
  }

  /** A color of text or of a line at a place. */
  on(place: Place, css: string | undefined, fallback: string): string {
    const color = (css === undefined ? undefined : parseColor(css)) ?? parseColor(fallback);
    if (color === undefined) return fallback;
    return formatColor(this.isMirrored(place) ? mirrorColor(color) : color);
  }

  /** The background of a place. */
  behind(place: Place): string {
    return formatColor(this.isMirrored(place) ? mirrorColor(place.behind) : place.behind);
  }

  isMirrored(place: Place): boolean {
    return this.isDark && place.isPinned !== true && isLight(place.behind);
  }
}

/** A background as style, and what is behind the content then. */
export function onBackground(page: Page, place: Place, css: string | undefined): [DrawStyle, Place] {
  const color = css === undefined ? undefined : parseColor(css);
  if (color === undefined || color.alpha === 0) return [{}, place];
  const inside = { ...place, behind: overlay(color, place.behind) };
  return [{ backgroundColor: page.colors.behind(inside) }, inside];
}

/**
 * The cell of a block: its padding and background as style, and the place inside. An island keeps the background that it
 * was designed for in dark mode.
 */
export function cellOf(
  { styles: { padding, backgroundColor } }: Pick<LeafBlock, 'styles'>,
  page: Page,
  place: Place,
  isIsland = false,
): [DrawStyle, Place] {
  const [own, inside] = onBackground(page, { ...place, isPinned: isIsland }, backgroundColor);
  const style = isIsland && page.colors.isDark ? { backgroundColor: page.colors.behind(inside) } : own;
  const width = Math.max(place.width - clampPixels(padding.left) - clampPixels(padding.right), 20);
  return [
    { ...style, padding: spacing(padding) },
    { ...inside, width },
  ];
}

export function radiusStyle(radius: number | Corners | undefined): DrawStyle {
  if (radius === undefined) return {};
  if (typeof radius === 'number') return { borderRadius: pixels(radius) };
  const { topLeft, topRight, bottomRight, bottomLeft } = radius;
  return { borderRadius: [topLeft, topRight, bottomRight, bottomLeft].map((side) => pixels(side)).join(' ') };
}

export function borderStyle(border: Border | undefined, page: Page, place: Place): DrawStyle {
  const style: DrawStyle = {};
  for (const side of ['Top', 'Right', 'Bottom', 'Left'] as const) {
    const line = border?.[side.toLowerCase() as Lowercase<typeof side>];
    if (!line || line.width === 0) continue;
    style[`border${side}`] =
      `${pixels(line.width)} ${line.style} ${page.colors.on(place, line.color, '#000000')}`;
  }
  return style;
}

/** As in mails, "left" means the side where lines begin. */
export function textAlign(
  align: 'left' | 'center' | 'right',
  page: Pick<Page, 'dir'>,
): 'left' | 'center' | 'right' {
  return align === 'left' && page.dir === 'rtl' ? 'right' : align;
}
