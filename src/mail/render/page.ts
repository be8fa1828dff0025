import { type Block, type TemplateContent, walkBlocks } from '../model/index.ts';
import { clampPixels } from '../model/layout-sizes.ts';
import { type Language, readLanguage } from '../model/locale.ts';
import { formatColor, isLight, overlay, parseColor, WHITE } from '../parse/color.ts';
import { isValueTemplate } from '../parse/merge-tag-meaning.ts';
import type { HeadingLevels } from './accessible-html.ts';
import { type Backdrop, type DarkStyle, startDarkStyle } from './dark.ts';
import { type FontResolver, makeFontResolver } from './font.ts';
import type { RenderAssets, RenderOptions, Warning, WarningCode } from './options.ts';
import type { PhoneStyle } from './phone.ts';

/** State that all blocks of one mail share while they are rendered. */
export interface MailPage extends Language {
  width: number;
  /** CSS color behind the mail. */
  background: string;
  textColor: string;
  linkColor: string | undefined;
  isLinkUnderlined: boolean;
  font: string;
  fontOf: FontResolver;
  assets: RenderAssets;
  dark: DarkStyle;
  phone: PhoneStyle;
  warnings: Warning[];
  headings: HeadingLevels;
  /** The block that is being rendered. */
  blockId: string;
  /** Ids in the mail so far. */
  ids: Set<string>;
  /** JSON-LD for the head. */
  jsonLd: string[];
  /** Classes by which a preview finds blocks, by block id; absent in mails. */
  markers: ReadonlyMap<string, string> | undefined;
}

/** Where a block is rendered: the available width and the backdrop. */
export interface Container {
  width: number;
  backdrop: Backdrop;
}

export function makePage(content: TemplateContent, options: RenderOptions): MailPage {
  const { settings } = content;
  const fontOf = makeFontResolver(options.customFonts ?? [], options.defaultFallback);
  const background = readColor(settings.backgroundColor) ?? '#ffffff';
  const seen = overlay(parseColor(background) ?? WHITE, WHITE);
  return {
    ...readLanguage(settings),
    width: clampPixels(settings.width, 200),
    background,
    textColor: readColor(settings.textColor) ?? (isLight(seen) ? '#1a1a1a' : '#ffffff'),
    linkColor: readColor(settings.linkColor),
    isLinkUnderlined: settings.linkUnderline !== false,
    font: fontOf(settings.fontFamily),
    fontOf,
    assets: options.assets,
    dark: startDarkStyle(seen),
    phone: new Map(),
    warnings: [],
    headings: { last: undefined },
    blockId: '',
    ids: new Set(),
    jsonLd: [],
    markers: options.blockMarkers === undefined ? undefined : listMarkers(content, options.blockMarkers),
  };
}

function listMarkers(content: TemplateContent, prefix: string): Map<string, string> {
  const blocks = [...walkBlocks(content)];
  return new Map(blocks.map(({ block }, index) => [block.id, `${prefix}${index}`]));
}

/** The class by which a preview finds a block; undefined in mails. */
export function markerOf(block: Pick<Block, 'id'>, page: MailPage): string | undefined {
  return page.markers?.get(block.id);
}

/**
 * A color as MJML takes it. Merge tags pass unchanged unless they could end the declaration; other values that are no
 * colors become undefined.
 */
export function readColor(css: string | undefined): string | undefined {
  if (css === undefined) return undefined;
  const color = parseColor(css);
  // Outlook reads rgba() as another color, and "transparent" correctly.
  if (color) return color.alpha === 0 ? 'transparent' : formatColor(color);
  return isValueTemplate(css) ? css.trim() : undefined;
}

/** As readColor, for what lies behind content; undefined for none. */
export function readBackground(css: string | undefined): string | undefined {
  const color = readColor(css);
  return color === 'transparent' ? undefined : color;
}

/** The place at the top level. */
export function topContainer(page: MailPage): Container {
  return {
    width: page.width,
    backdrop: { color: page.dark.page, isPinned: parseColor(page.background) === undefined },
  };
}

/** The same place on a background. A merge tag pins the place, since its color in dark mode is unknown. */
export function onBackground(container: Container, css: string | undefined): Container {
  if (css === undefined) return container;
  const color = parseColor(css);
  if (!color) return { ...container, backdrop: { ...container.backdrop, isPinned: true } };
  const { isPinned } = container.backdrop;
  return {
    ...container,
    backdrop: { color: overlay(color, container.backdrop.color), isPinned: isPinned && color.alpha < 1 },
  };
}

/** The same place without dark mode, for content with fixed colors. */
export function pinned(container: Container): Container {
  return { ...container, backdrop: { ...container.backdrop, isPinned: true } };
}

export function warn(page: MailPage, code: WarningCode, blockId: string, message: string): void {
  page.warnings.push({ code, message, blockId });
}
