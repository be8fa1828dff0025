import type { TemplateSettings } from '../../model/index.ts';
import { clampPixels } from '../../model/layout-sizes.ts';
import { type Language, readLocale } from '../../model/locale.ts';
import { type Color, isLight, overlay, parseColor, WHITE, toHex as writeHex } from '../../parse/color.ts';
import { mayHaveMergeTag } from '../../parse/merge-tags.ts';
import type { MailText } from './mail.ts';

/** What the settings say of all blocks, read as the renderer does. */
export interface PageLooks extends Language {
  width: number;
  background: Color;
  isBackgroundKnown: boolean;
  textColor: Color | undefined;
  /** undefined: that of the text. */
  linkColor: Color | undefined;
  isLinkColorKnown: boolean;
  isLinkUnderlined: boolean;
}

/** How a piece of text looks. Colors are opaque; undefined: not known. */
export interface Looks {
  color: Color | undefined;
  background: Color | undefined;
  onImage: boolean;
  fontSize: number;
  lineHeight: number | undefined;
  align: MailText['align'];
  bold: boolean;
  underlined: boolean;
  uppercase: boolean;
  hidden: boolean;
  href: string | undefined;
}

export function readPageLooks(settings: TemplateSettings): PageLooks {
  const { backgroundColor, textColor, linkColor } = settings;
  const background = overlay(readKnownColor(backgroundColor) ?? WHITE, WHITE);
  const text = textColor === undefined ? undefined : parseColor(textColor);
  const isTextTag = textColor !== undefined && text === undefined && hasTag(textColor);
  const link = linkColor === undefined ? undefined : readKnownColor(linkColor);
  return {
    ...readLocale(settings.locale),
    width: clampPixels(settings.width, 200),
    background,
    isBackgroundKnown: !hasTag(backgroundColor),
    textColor: isTextTag ? undefined : overlay(text ?? defaultText(background), background),
    linkColor: link,
    isLinkColorKnown: linkColor === undefined || !hasTag(linkColor),
    isLinkUnderlined: settings.linkUnderline !== false,
  };
}

function defaultText(background: Color): Color {
  return isLight(background) ? { red: 26, green: 26, blue: 26, alpha: 1 } : WHITE;
}

/** Whether a color is decided only when the mail is sent. */
export function hasTag(css: string): boolean {
  return mayHaveMergeTag(css);
}

export function readKnownColor(css: string | undefined): Color | undefined {
  return css === undefined ? undefined : parseColor(css);
}

/** A color of a block field over what is behind it: `fallback` when it says nothing readable, undefined for a merge tag. */
export function colorOn(
  css: string | undefined,
  behind: Color | undefined,
  fallback: Color | undefined,
): Color | undefined {
  const color = readKnownColor(css);
  if (color !== undefined)
    return color.alpha < 1 && behind === undefined ? undefined : overlay(color, behind ?? WHITE);
  return css !== undefined && hasTag(css) ? undefined : fallback;
}

/** #rrggbb, or '' when it is not known. */
export function toHex(color: Color | undefined): string {
  return color === undefined ? '' : writeHex(color);
}

/** Looks of running text, as the renderer's defaults have it. */
export function textLooks(page: PageLooks, background: Color | undefined): Looks {
  return {
    color: page.textColor,
    background,
    onImage: false,
    fontSize: 16,
    lineHeight: 1.5,
    align: page.dir === 'rtl' ? 'right' : 'left',
    bold: false,
    underlined: false,
    uppercase: false,
    hidden: false,
    href: undefined,
  };
}

/** "left" is what editors write when nobody chose: the side where lines begin. */
export function alignOf(align: 'left' | 'center' | 'right', page: PageLooks): MailText['align'] {
  return align === 'left' && page.dir === 'rtl' ? 'right' : align;
}
