/** Font sizes of headings in pixels, by level. */
export const HEADING_PIXELS: Readonly<Record<number, number>> = { 1: 36, 2: 28, 3: 22, 4: 18 };
