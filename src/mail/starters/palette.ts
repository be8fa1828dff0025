import { BLACK, type Color, contrast, formatColor, isLight, mixColors, parseColor } from '../parse/color.ts';
import { findLegibleColor, findNearest, isAlwaysLegible } from '../parse/legible-color.ts';
import type { Brand } from './brand.ts';

/** A fill and the color of text on it. */
interface Pair {
  fill: string;
  text: string;
}

/** The colors of one mail, all #rrggbb, each legible in its place, in light and dark mode. */
export interface Palette {
  /** Behind the mail. */
  page: string;
  /** Behind running text. */
  sheet: string;
  /** A panel on the sheet. */
  soft: string;
  text: string;
  /** Text of less weight. */
  muted: string;
  link: string;
  /** Small words and figures that stand out. */
  accent: string;
  line: string;
  /** A large area in the brand’s color. */
  band: Pair;
  /** A button on page, sheet or panel. */
  button: Pair;
  /** A button on the band. */
  bandButton: Pair;
  /** A dark area, in a shade of the brand. */
  night: Pair & { muted: string };
  /** Colors of pictures on a sheet or panel. */
  art: ArtColors;
  /** Colors of pictures that continue the band. */
  bandArt: ArtColors;
}

interface ArtColors {
  ground: string;
  main: string;
  accent: string;
}

const DEFAULT_PRIMARY = '#2456d6';
const INK = '#1b2230';
const PAPER = '#ffffff';
const CHALK = '#f2f4f7';

/** WCAG 2.2: 1.4.3 for text, 1.4.11 for what is no text. */
const READABLE = 4.5;
const SEEN = 3;
/** Leaves room for text of less weight. */
const COMFORTABLE = 7;
/** A band that is hardly another color than the page looks like a mistake. */
const SET_APART = 1.25;
const PANEL = 1.1;
const FAINT = 1.05;
const STRONG = 1.25;

/** The palette for the colors of a brand. Colors that cannot be read become darker or lighter; their hue stays. */
export function makePalette(colors: NonNullable<Brand['colors']> = {}): Palette {
  const primary = colors.primary ?? DEFAULT_PRIMARY;
  const page = findPage(colors.background ?? mix(PAPER, primary, 0.045), primary);
  const grounds = groundsOn(page, primary);
  const [, sheet, soft] = grounds;
  const isDark = isDarkColor(page);
  const text = makeReadable(colors.text ?? (isDark ? CHALK : INK), grounds, page) ?? plainOn(page);
  const onAll = (color: string) =>
    towards(color, text, (candidate) =>
      grounds.every((background) => isAlwaysLegible(candidate, { background, needed: READABLE }, page)),
    );
  const band = makeBand(primary, page);
  const button = makeButton(primary, text, grounds, page);
  return {
    page,
    sheet,
    soft,
    text,
    muted: onAll(mix(text, sheet, 0.3)),
    link: onAll(primary),
    accent: onAll(colors.secondary ?? primary),
    line: mix(sheet, text, 0.16),
    band,
    button,
    bandButton: makeBandButton(band, page),
    night: makeNight(primary, page),
    art: { ground: soft, main: button.fill, accent: accentBeside(soft, button.fill, colors.secondary) },
    bandArt: {
      ground: band.fill,
      main: ratio(PAPER, band.fill) >= SET_APART ? PAPER : button.fill,
      accent: accentBeside(band.fill, band.text, colors.secondary),
    },
  };
}

type Grounds = readonly [page: string, sheet: string, soft: string];

/** A nearly black shade of the brand’s color. */
function makeNight(primary: string, page: string): Palette['night'] {
  const fill =
    [0.22, 0.12, 0]
      .map((share) => mix('#0d1220', primary, share))
      .find((color) => ratio(color, PAPER) >= 13) ?? '#0d1220';
  const muted = towards(mix(PAPER, fill, 0.3), PAPER, (candidate) =>
    isAlwaysLegible(candidate, { background: fill, needed: READABLE }, page),
  );
  return { fill, text: PAPER, muted };
}

/** The second color of the brand, or one of our own, that is seen beside the other two. */
function accentBeside(ground: string, main: string, secondary: string | undefined): string {
  const isSeen = (color: string) =>
    ratio(color, ground) >= 1.2 && isApart(color, ground) && isApart(color, main);
  return (
    [...(secondary === undefined ? [] : [secondary]), '#f5b544', '#f2785c', '#2f8f9d'].find(isSeen) ?? INK
  );
}

/** Whether two colors differ by hue or lightness as far as everybody sees. */
function isApart(one: string, other: string): boolean {
  const [a, b] = [read(one), read(other)];
  return Math.abs(a.red - b.red) + Math.abs(a.green - b.green) + Math.abs(a.blue - b.blue) >= 110;
}

/** The wanted color behind the mail, or the nearest one on which text can be read. */
function findPage(wanted: string, primary: string): string {
  const carriesText = (page: string) =>
    groundsOn(page, primary).every((background) =>
      isAlwaysLegible(plainOn(page), { background, needed: COMFORTABLE }, page),
    );
  return findNearest(wanted, carriesText) ?? PAPER;
}

function groundsOn(page: string, primary: string): Grounds {
  const sheet = isDarkColor(page) ? mix(page, PAPER, 0.07) : PAPER;
  return [page, sheet, softOn(sheet, page, primary)];
}

function plainOn(page: string): string {
  return isDarkColor(page) ? PAPER : '#000000';
}

function isDarkColor(color: string): boolean {
  return !isLight(read(color));
}

/** The color of a panel: the sheet with as little of the brand’s color as is visible. */
function softOn(sheet: string, page: string, primary: string): string {
  const shares = [0.08, 0.12, 0.18, 0.26, 0.36, 0.5];
  // A color close to that of the sheet is made stronger first, so that its hue is visible.
  const strong = findNearest(primary, (color) => ratio(color, sheet) >= STRONG) ?? primary;
  const seen = shares
    .map((share) => mix(sheet, strong, share))
    .find((color) => ratio(color, sheet) >= PANEL && ratio(color, page) >= FAINT);
  return seen ?? mix(sheet, isLight(read(sheet)) ? INK : PAPER, 0.08);
}

function makeReadable(color: string, grounds: readonly string[], page: string): string | undefined {
  const uses = grounds.map((background) => ({ background, needed: READABLE }));
  return findLegibleColor(color, uses, page);
}

/** The brand’s color as it is, if either light or dark text can be read on it. */
function makeBand(primary: string, page: string): Pair {
  const labelOn = (fill: string) => labelFor(fill, page);
  const fill =
    findNearest(primary, (candidate) => {
      return labelOn(candidate) !== undefined && ratio(candidate, page) >= SET_APART;
    }) ?? INK;
  return { fill, text: labelOn(fill) ?? PAPER };
}

/** The brand’s color, mixed with that of text until it stands out and bears a label; on some no label can be read. */
function makeButton(primary: string, text: string, grounds: Grounds, page: string): Pair {
  const standsOut = (fill: string) =>
    grounds.every((ground) => ratio(fill, ground) >= SEEN) && labelFor(fill, page) !== undefined;
  const mixed = [text, plainOn(page)].map((other) => towards(primary, other, standsOut));
  const fill = mixed.find(standsOut) ?? plainOn(page);
  return { fill, text: labelFor(fill, page) ?? PAPER };
}

/**
 * The color mixed with as little of the other as is fine. Darkening a pastel in place of mixing would make it glaring.
 */
function towards(color: string, other: string, isFine: (candidate: string) => boolean): string {
  for (let share = 0; share < 1; share += 0.04) {
    const candidate = mix(color, other, share);
    if (isFine(candidate)) return candidate;
  }
  return other;
}

function makeBandButton({ fill: band, text }: Pair, page: string): Pair {
  const label = findLegibleColor(band, [{ background: text, needed: READABLE }], page);
  return { fill: text, text: label ?? (isLight(read(text)) ? INK : PAPER) };
}

function labelFor(fill: string, page: string): string | undefined {
  return [PAPER, INK].find((label) => isAlwaysLegible(label, { background: fill, needed: READABLE }, page));
}

/** Between two colors: `share` of the second. */
function mix(one: string, other: string, share: number): string {
  return formatColor(mixColors(read(one), read(other), share));
}

function ratio(one: string, other: string): number {
  return contrast(read(one), read(other));
}

function read(hex: string): Color {
  // Colors of brands are opaque #rrggbb; any other value is read as black.
  return parseColor(hex) ?? BLACK;
}
