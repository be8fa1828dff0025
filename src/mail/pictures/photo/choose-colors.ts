/** Some of the given pixels, next to each other. */
interface Box {
  start: number;
  end: number;
  /** Mean of red, green and blue. */
  mean: number[];
  /** How far the pixels are from the mean, squared and summed up, in the channel where it is most. */
  error: number;
  /** 0, 8 or 16: where that channel is in a pixel. */
  shift: number;
}

/**
 * Colours that fit pixels (red in the lowest byte) best, `most` at most: the group with the largest error is divided
 * at its mean until there are enough. Takes milliseconds where better ways take a second, and animations have
 * hundreds of frames. The pixels are put in another order.
 */
export function chooseColors(pixels: Uint32Array, most: number): number[][] {
  const boxes = [measure(pixels, 0, pixels.length)];
  while (boxes.length < most) {
    let widest = 0;
    for (let at = 1; at < boxes.length; at++) if (errorOf(boxes, at) > errorOf(boxes, widest)) widest = at;
    const box = boxes[widest];
    if (box === undefined || box.error === 0) break;
    const middle = divide(pixels, box);
    boxes[widest] = measure(pixels, box.start, middle);
    boxes.push(measure(pixels, middle, box.end));
  }
  return boxes.map(({ mean }) => mean.map(Math.round));
}

const errorOf = (boxes: readonly Box[], at: number) => boxes[at]?.error ?? 0;

function measure(pixels: Uint32Array, start: number, end: number): Box {
  const count = end - start;
  const box: Box = { start, end, mean: [], error: 0, shift: 0 };
  for (const shift of [0, 8, 16]) {
    let [sum, squares] = [0, 0];
    for (let at = start; at < end; at++) {
      const value = ((pixels[at] as number) >> shift) & 255;
      sum += value;
      squares += value * value;
    }
    box.mean.push(sum / count);
    const error = squares - (sum * sum) / count;
    // All alike gives zero but for rounding.
    if (error > box.error + 0.01) Object.assign(box, { error, shift });
  }
  return box;
}

/** Puts those up to the mean first; returns where the others begin. Both are some, as they are not all alike. */
function divide(pixels: Uint32Array, { start, end, mean, shift }: Box): number {
  const border = mean[shift / 8] as number;
  let middle = start;
  for (let at = start; at < end; at++) {
    const pixel = pixels[at] as number;
    if (((pixel >> shift) & 255) > border) continue;
    pixels[at] = pixels[middle] as number;
    pixels[middle++] = pixel;
  }
  return middle;
}
