/** Four lengths in pixels. */
export interface Sides {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export const NO_SIDES: Readonly<Sides> = { top: 0, right: 0, bottom: 0, left: 0 };

/** Sizes beyond it are typing errors, or attacks on whoever lays the mail out. */
const MAX_PIXELS = 10_000;

/**
 * A CSS or HTML length in pixels; `em` and `%` are taken of `base`.
 * @returns undefined for what is no length, such as `auto`, or a percentage without a base
 */
export function readPixels(value: string | undefined, base?: number): number | undefined {
  const match = /^\s*([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))\s*(px|pt|em|rem|%|)\s*$/i.exec(value ?? '');
  if (!match) return undefined;
  const amount = Number(match[1]);
  const unit = (match[2] as string).toLowerCase();
  if (unit === '%') return base === undefined ? undefined : bound((amount / 100) * base);
  if (unit === 'em') return bound(amount * (base ?? 16));
  if (unit === 'rem') return bound(amount * 16);
  return bound(unit === 'pt' ? (amount * 4) / 3 : amount);
}

function bound(pixels: number): number {
  return Math.round(Math.min(Math.max(pixels, 0), MAX_PIXELS) * 100) / 100;
}

/** A percentage as a number: 33.33 for `33.33%`. */
export function readPercent(value: string | undefined): number | undefined {
  const match = /^\s*(\d{1,3}(?:\.\d{1,9})?)\s*%\s*$/.exec(value ?? '');
  return match ? Number(match[1]) : undefined;
}

/** A number from a design file: 12, "12" or "12px". */
export function readLength(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? bound(value) : undefined;
  return typeof value === 'string' ? readPixels(value) : undefined;
}

/** The values of a shorthand of one to four lengths, in CSS order. */
export function splitSides(value: string): [string, string, string, string] {
  const parts = value.trim().split(/\s+/, 4);
  const top = parts[0] ?? '0';
  const right = parts[1] ?? top;
  return [top, right, parts[2] ?? top, parts[3] ?? right];
}

/** A shorthand in pixels; parts that are no length count as 0. */
export function readSides(value: string | undefined): Sides | undefined {
  if (value === undefined || value.trim() === '') return undefined;
  const [top, right, bottom, left] = splitSides(value).map((part) => readPixels(part) ?? 0);
  return { top: top ?? 0, right: right ?? 0, bottom: bottom ?? 0, left: left ?? 0 };
}

/** `padding` or `margin` of declarations whose shorthands have been taken apart. */
export function sidesOf(
  style: ReadonlyMap<string, string>,
  property: 'padding' | 'margin',
  base?: number,
): Sides {
  const side = (name: string) => readPixels(style.get(`${property}-${name}`), base) ?? 0;
  return { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') };
}

/** Both together. */
export function addSides(one: Sides, other: Sides): Sides {
  return {
    top: one.top + other.top,
    right: one.right + other.right,
    bottom: one.bottom + other.bottom,
    left: one.left + other.left,
  };
}

/** Whether all four are 0. */
export function isFlat(sides: Sides): boolean {
  return sides.top === 0 && sides.right === 0 && sides.bottom === 0 && sides.left === 0;
}
