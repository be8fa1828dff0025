import { type Block, countColumns, type SectionBlock, type TemplateSettings } from '../../model/index.ts';
import { clampPixels, columnSharesOf } from '../../model/layout-sizes.ts';
import { type Language, readLanguage } from '../../model/locale.ts';
import {
  type Color,
  contrastOfHex,
  isLight,
  overlay,
  parseColor,
  WHITE,
  toHex as writeHex,
} from '../../parse/color.ts';
import { mayHaveMergeTag } from '../../parse/merge-tags.ts';
import type { MailText, TextRun } from './mail.ts';

/** The style that the settings give to all blocks, read as the renderer does. */
export interface PageStyle extends Language {
  width: number;
  background: Color;
  isBackgroundKnown: boolean;
  textColor: Color | undefined;
  /** undefined: the color of the text. */
  linkColor: Color | undefined;
  isLinkColorKnown: boolean;
  isLinkUnderlined: boolean;
}

/** The computed style of a piece of text. Colors are opaque; undefined: not known. */
export interface TextStyle {
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

export function readPageStyle(settings: TemplateSettings): PageStyle {
  const { backgroundColor, textColor, linkColor } = settings;
  const background = overlay(readKnownColor(backgroundColor) ?? WHITE, WHITE);
  const text = textColor === undefined ? undefined : parseColor(textColor);
  const isTextTag = textColor !== undefined && text === undefined && mayHaveMergeTag(textColor);
  const link = linkColor === undefined ? undefined : readKnownColor(linkColor);
  return {
    ...readLanguage(settings),
    width: clampPixels(settings.width, 200),
    background,
    isBackgroundKnown: !mayHaveMergeTag(backgroundColor),
    textColor: isTextTag ? undefined : overlay(text ?? defaultText(background), background),
    linkColor: link,
    isLinkColorKnown: linkColor === undefined || !mayHaveMergeTag(linkColor),
    isLinkUnderlined: settings.linkUnderline !== false,
  };
}

function defaultText(background: Color): Color {
  return isLight(background) ? { red: 26, green: 26, blue: 26, alpha: 1 } : WHITE;
}

export function readKnownColor(css: string | undefined): Color | undefined {
  return css === undefined ? undefined : parseColor(css);
}

/**
 * A color of a block field, blended with the color behind it. `fallback` for an unreadable color, undefined for a merge
 * tag.
 */
export function colorOn(
  css: string | undefined,
  behind: Color | undefined,
  fallback: Color | undefined,
): Color | undefined {
  const color = readKnownColor(css);
  if (color !== undefined)
    return color.alpha < 1 && behind === undefined ? undefined : overlay(color, behind ?? WHITE);
  return css !== undefined && mayHaveMergeTag(css) ? undefined : fallback;
}

/** #rrggbb, or '' when it is not known. */
export function toHex(color: Color | undefined): string {
  return color === undefined ? '' : writeHex(color);
}

/** The style of running text by the defaults of the renderer. */
export function defaultTextStyle(page: PageStyle, background: Color | undefined): TextStyle {
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

/** Editors write "left" by default; in a language written from right to left it means the right side. */
export function alignOf(align: 'left' | 'center' | 'right', page: PageStyle): MailText['align'] {
  return align === 'left' && page.dir === 'rtl' ? 'right' : align;
}

/** The surroundings of a block; `background` is undefined when a merge tag decides it. */
export interface Container {
  width: number;
  background: Color | undefined;
  isHidden: boolean;
  isConditional: boolean;
}

export function topContainer(page: PageStyle): Container {
  return {
    width: page.width,
    background: page.isBackgroundKnown ? page.background : undefined,
    isHidden: false,
    isConditional: false,
  };
}

/** The surroundings inside a block: the width without padding, and the background, as the renderer has them. */
export function enterBlock({ block, place }: { block: Block; place: Container }): Container {
  const { styles } = block as Partial<Pick<Block, 'styles'>>;
  const wrapper = block.type === 'section' ? block.wrapper : undefined;
  const band = colorOn(wrapper?.backgroundColor, place.background, place.background);
  const sides = sidesOf(styles?.padding) + sidesOf(wrapper?.padding);
  // What is behind text while a picture is not shown.
  const fallback = block.type === 'section' ? block.backgroundImage?.fallbackColor : undefined;
  return {
    width: Math.max(place.width - sides, 20),
    background: colorOn(styles?.backgroundColor ?? fallback, band, band),
    isHidden: place.isHidden || (block.visibility?.desktop === false && block.visibility.mobile === false),
    isConditional: place.isConditional || block.displayCondition !== undefined,
  };
}

function sidesOf(padding: { left: number; right: number } | undefined): number {
  return (padding?.left ?? 0) + (padding?.right ?? 0);
}

/** The place of a column of a section; lists beyond the layout become rows of their own. */
export function columnContainer(section: SectionBlock, index: number, container: Container): Container {
  const share = columnSharesOf(section, countColumns(section.columns))[index] ?? 100;
  const style = section.columnStyles?.[index];
  const width = Math.floor((container.width * share) / 100) - sidesOf(style?.padding);
  const background = colorOn(style?.backgroundColor, container.background, container.background);
  return { ...container, width: Math.max(width, 20), background };
}

/** Text up to this size in pixels is unreadable. */
export const TINY_PIXELS = 2;
/** Text with less contrast than this cannot be told from its background. */
const INVISIBLE = 1.2;

/** Whether a text is visible: displayed, large enough, and in another color than its background. */
export function isVisible(run: TextRun): boolean {
  return !run.hidden && run.fontSize > TINY_PIXELS && !isInvisibleByColor(run);
}

/** Whether a text has the color of its background, or nearly so. */
export function isInvisibleByColor({ color, background, hidden, onImage }: TextRun): boolean {
  if (hidden || onImage || color === '' || background === '') return false;
  return color === background || contrastOfHex(color, background) < INVISIBLE;
}
