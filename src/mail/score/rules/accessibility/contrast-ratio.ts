/** Contrast that text needs (WCAG 2.2, 1.4.3). */
const NEEDED = 4.5;
const NEEDED_LARGE = 3;
/** Large is 18 point, or 14 point in bold; a point is 4/3 of a CSS pixel (WCAG 2.2, "large scale"). */
const LARGE_PIXELS = 24;
const LARGE_BOLD_PIXELS = 18.66;

/** The least contrast a text of this size needs. */
export function contrastNeeded(fontSize: number, bold: boolean): number {
  const isLarge = fontSize >= LARGE_PIXELS || (bold && fontSize >= LARGE_BOLD_PIXELS);
  return isLarge ? NEEDED_LARGE : NEEDED;
}

/** A ratio for messages; rounded down, so that 4.499 does not look sufficient. */
export function formatRatio(ratio: number): string {
  return `${Math.floor(ratio * 100) / 100}:1`;
}
