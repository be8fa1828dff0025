/** A visual family: what the designs of several starters have in common. Lengths in pixels. */
export interface Family {
  name: 'editorial' | 'product' | 'bold';
  /** Of running text and of titles, unless the brand has a font. */
  font: string;
  titleFont: string;
  /** Sizes of titles by level; long titles are smaller. */
  titles: Record<1 | 2 | 3, { size: number; line: number; weight: 400 | 700; spacing?: number }>;
  button: { borderRadius: number; fontSize: number; padding: { vertical: number; horizontal: number } };
  /** Corner radius of a card, and of what is in it. */
  radius: { card: number; inner: number };
  /** The ground of pictures: a tint, or the band itself. */
  art: 'art' | 'bandArt';
}

/**
 * Editorial: a serif, much white and fine lines. Product: cards and tinted boxes on a tinted page. Bold: large type on
 * areas of color, with a dark end.
 */
export const FAMILIES: Record<Family['name'], Family> = {
  editorial: {
    name: 'editorial',
    font: 'Georgia',
    titleFont: 'Georgia',
    titles: {
      1: { size: 42, line: 1.15, weight: 400, spacing: -0.5 },
      2: { size: 26, line: 1.25, weight: 400 },
      3: { size: 20, line: 1.3, weight: 700 },
    },
    button: { borderRadius: 0, fontSize: 16, padding: { vertical: 16, horizontal: 32 } },
    radius: { card: 0, inner: 0 },
    art: 'art',
  },
  product: {
    name: 'product',
    font: 'Helvetica',
    titleFont: 'Helvetica',
    titles: {
      1: { size: 32, line: 1.2, weight: 700, spacing: -0.5 },
      2: { size: 22, line: 1.3, weight: 700 },
      3: { size: 18, line: 1.35, weight: 700 },
    },
    button: { borderRadius: 10, fontSize: 16, padding: { vertical: 15, horizontal: 28 } },
    radius: { card: 16, inner: 12 },
    art: 'art',
  },
  bold: {
    name: 'bold',
    font: 'Helvetica',
    titleFont: 'Helvetica',
    titles: {
      1: { size: 52, line: 1.1, weight: 700, spacing: -1.5 },
      2: { size: 30, line: 1.15, weight: 700, spacing: -0.5 },
      3: { size: 20, line: 1.3, weight: 700 },
    },
    button: { borderRadius: 28, fontSize: 18, padding: { vertical: 17, horizontal: 36 } },
    radius: { card: 0, inner: 20 },
    art: 'bandArt',
  },
};
