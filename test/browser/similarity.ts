import { readRaster } from '../../src/mail/pictures/photo/index.ts';

/** Wide enough to tell blocks and lines, too small to tell letters. */
const WIDTH = 150;

/** Side of the squares that are compared, in pixels. */
const SIDE = 8;

/**
 * Structural similarity (SSIM) of two pictures in shades of gray, made small: 1 for equal ones. The higher one is
 * compared as far as the other reaches; the rest counts as unlike.
 */
export async function similarity(
  one: Uint8Array<ArrayBuffer>,
  other: Uint8Array<ArrayBuffer>,
): Promise<number> {
  const [a, b] = [await readGrays(one), await readGrays(other)];
  const height = Math.min(a.height, b.height);
  let [sum, count] = [0, 0];
  for (let y = 0; y + SIDE <= height; y += SIDE / 2) {
    for (let x = 0; x + SIDE <= WIDTH; x += SIDE / 2) {
      sum += similarityOfSquares(a.grays, b.grays, y * WIDTH + x);
      count += 1;
    }
  }
  return (sum / count) * (height / Math.max(a.height, b.height));
}

/** A picture of the width that is compared. */
export async function shrink(png: Uint8Array<ArrayBuffer>): Promise<Bun.Image> {
  const { width, height } = await new Bun.Image(png).metadata();
  const rows = Math.max(1, Math.round((height * WIDTH) / width));
  return new Bun.Image(png).resize(WIDTH, rows, { filter: 'box' });
}

async function readGrays(png: Uint8Array<ArrayBuffer>): Promise<{ grays: Float64Array; height: number }> {
  const small = await shrink(png);
  const { data, height: rows } = await readRaster(small);
  const grays = new Float64Array(WIDTH * rows);
  for (let at = 0; at < grays.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at * 4, at * 4 + 3);
    grays[at] = 0.299 * red + 0.587 * green + 0.114 * blue;
  }
  return { grays, height: rows };
}

/** See https://en.wikipedia.org/wiki/Structural_similarity_index_measure. */
function similarityOfSquares(a: Float64Array, b: Float64Array, start: number): number {
  const size = SIDE * SIDE;
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0];
  for (let row = 0; row < SIDE; row += 1) {
    for (let at = start + row * WIDTH; at < start + row * WIDTH + SIDE; at += 1) {
      const [valueA, valueB] = [a[at] ?? 0, b[at] ?? 0];
      sumA += valueA;
      sumB += valueB;
      squaresA += valueA * valueA;
      squaresB += valueB * valueB;
      products += valueA * valueB;
    }
  }
  const [meanA, meanB] = [sumA / size, sumB / size];
  const [varianceA, varianceB] = [squaresA / size - meanA ** 2, squaresB / size - meanB ** 2];
  const covariance = products / size - meanA * meanB;
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
  const alike = (2 * meanA * meanB + c1) * (2 * covariance + c2);
  return alike / ((meanA ** 2 + meanB ** 2 + c1) * (varianceA + varianceB + c2));
}
