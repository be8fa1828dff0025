import type { Raster } from './raster.ts';

/** For each new pixel, which old ones it covers and by how much. */
interface Coverage {
  first: Int32Array;
  count: Int32Array;
  weights: Float32Array;
  /** Most old pixels under a new one. */
  most: number;
}

/** Shrinks frames of one size to another by averaging what each new pixel covers, invisible pixels not counted. */
export interface Shrinker {
  /** The same raster each time, overwritten. */
  shrink(frame: Raster): Raster;
}

/**
 * For frames of animations, which have few colours and hard edges: an average adds no ringing beside them, as the
 * sharper filters do, and what did not move between two frames stays the same to the bit.
 */
export function createShrinker(
  from: { width: number; height: number },
  to: { width: number; height: number },
): Shrinker {
  const across = coverage(from.width, to.width);
  const down = coverage(from.height, to.height);
  const row = new Float32Array(to.width * 4);
  const sums = new Float32Array(to.width * 4);
  const out: Raster = { ...to, data: new Uint8Array(to.width * to.height * 4) };
  return {
    shrink({ width, data }) {
      // Two new rows next to each other often share an old one.
      let averaged = -1;
      for (let y = 0; y < to.height; y++) {
        sums.fill(0);
        for (let part = 0; part < (down.count[y] as number); part++) {
          const weight = down.weights[y * down.most + part] as number;
          const line = (down.first[y] as number) + part;
          if (line !== averaged) averageRow(data, line * width * 4, across, row);
          averaged = line;
          for (let at = 0; at < sums.length; at++)
            sums[at] = (sums[at] as number) + (row[at] as number) * weight;
        }
        writeRow(sums, out.data, y * to.width * 4);
      }
      return out;
    },
  };
}

function coverage(from: number, to: number): Coverage {
  const scale = from / to;
  const most = Math.ceil(scale) + 1;
  const parts: Coverage = {
    first: new Int32Array(to),
    count: new Int32Array(to),
    weights: new Float32Array(to * most),
    most,
  };
  for (let at = 0; at < to; at++) {
    const [start, end] = [at * scale, Math.min((at + 1) * scale, from)];
    const first = Math.floor(start);
    parts.first[at] = first;
    parts.count[at] = Math.min(Math.ceil(end - 1e-6), from) - first;
    for (let part = 0; part < (parts.count[at] as number); part++) {
      const covered = Math.min(first + part + 1, end) - Math.max(first + part, start);
      parts.weights[at * most + part] = covered / scale;
    }
  }
  return parts;
}

/** Colours multiplied by alpha, which is from 0 to 1, so that they can be added up. */
function averageRow(
  data: Uint8Array,
  start: number,
  { first, count, weights, most }: Coverage,
  row: Float32Array,
): void {
  for (let x = 0; x * 4 < row.length; x++) {
    let [red, green, blue, alpha] = [0, 0, 0, 0];
    let at = start + (first[x] as number) * 4;
    for (let part = 0; part < (count[x] as number); part++, at += 4) {
      const weight = ((weights[x * most + part] as number) * (data[at + 3] as number)) / 255;
      red += (data[at] as number) * weight;
      green += (data[at + 1] as number) * weight;
      blue += (data[at + 2] as number) * weight;
      alpha += weight;
    }
    row[x * 4] = red;
    row[x * 4 + 1] = green;
    row[x * 4 + 2] = blue;
    row[x * 4 + 3] = alpha;
  }
}

function writeRow(sums: Float32Array, data: Uint8Array, start: number): void {
  for (let at = 0; at < sums.length; at += 4) {
    const alpha = sums[at + 3] as number;
    for (let channel = 0; channel < 3; channel++) {
      data[start + at + channel] = alpha > 0 ? Math.round((sums[at + channel] as number) / alpha) : 0;
    }
    data[start + at + 3] = Math.round(alpha * 255);
  }
}
