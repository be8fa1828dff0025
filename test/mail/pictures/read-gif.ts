/** A GIF taken apart by the letter of the GIF89a specification, with each frame as it appears on screen. */
export interface ReadGif {
  width: number;
  height: number;
  palette: [number, number, number][];
  /** Times it is repeated; `undefined`: it plays once. */
  repeat: number | undefined;
  frames: ReadFrame[];
}

export interface ReadFrame {
  rect: { x: number; y: number; width: number; height: number };
  delayMilliseconds: number;
  /** Palette indices of the whole picture; -1 where nothing was drawn. */
  canvas: Int16Array;
}

export function readGif(bytes: Uint8Array): ReadGif {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (new TextDecoder().decode(bytes.subarray(0, 6)) !== 'GIF89a') throw new Error('no GIF');
  const [width, height] = [view.getUint16(6, true), view.getUint16(8, true)];
  const colors = 2 << (view.getUint8(10) & 7);
  const palette = Array.from({ length: colors }, (_, index): [number, number, number] => [
    view.getUint8(13 + index * 3),
    view.getUint8(14 + index * 3),
    view.getUint8(15 + index * 3),
  ]);
  const gif: ReadGif = { width, height, palette, repeat: undefined, frames: [] };
  const canvas = new Int16Array(width * height).fill(-1);
  let control = { delay: 0, transparent: -1 };
  for (let at = 13 + colors * 3; ; ) {
    const kind = view.getUint8(at);
    if (kind === 0x3b) {
      if (at !== bytes.length - 1) throw new Error('bytes after the end');
      return gif;
    }
    if (kind === 0x21) {
      const label = view.getUint8(at + 1);
      if (label === 0xf9) {
        const hasTransparent = (view.getUint8(at + 3) & 1) === 1;
        control = {
          delay: view.getUint16(at + 4, true) * 10,
          transparent: hasTransparent ? view.getUint8(at + 6) : -1,
        };
      } else if (label === 0xff) gif.repeat = view.getUint16(at + 16, true);
      at = readBlocks(bytes, at + 2).next;
    } else if (kind === 0x2c) {
      const [x, y, w, h] = [1, 3, 5, 7].map((offset) => view.getUint16(at + offset, true)) as [
        number,
        number,
        number,
        number,
      ];
      if (x + w > width || y + h > height) throw new Error('a frame leaves the picture');
      const { data, next } = readBlocks(bytes, at + 11);
      const indices = decompress(data, view.getUint8(at + 10), w * h);
      indices.forEach((index, pixel) => {
        if (index !== control.transparent) {
          canvas[(y + Math.floor(pixel / w)) * width + x + (pixel % w)] = index;
        }
      });
      gif.frames.push({
        rect: { x, y, width: w, height: h },
        delayMilliseconds: control.delay,
        canvas: canvas.slice(),
      });
      at = next;
    } else throw new Error(`unknown block ${kind} at ${at}`);
  }
}

function readBlocks(bytes: Uint8Array, start: number): { data: Uint8Array; next: number } {
  const parts: Uint8Array[] = [];
  let at = start;
  for (let size = bytes[at] as number; size > 0; size = bytes[at] as number) {
    parts.push(bytes.subarray(at + 1, at + 1 + size));
    at += size + 1;
  }
  return { data: Buffer.concat(parts), next: at + 1 };
}

function decompress(data: Uint8Array, minimum: number, pixels: number): Uint8Array {
  const [clear, end] = [1 << minimum, (1 << minimum) + 1];
  const out: number[] = [];
  let table: number[][] = [];
  let [size, bits, held, previous] = [minimum + 1, 0, 0, undefined as number[] | undefined];
  const reset = () => {
    table = Array.from({ length: clear }, (_, index) => [index]);
    table.push([], []);
    size = minimum + 1;
    previous = undefined;
  };
  reset();
  for (const byte of data) {
    held |= byte << bits;
    bits += 8;
    while (bits >= size) {
      const code = held & ((1 << size) - 1);
      held >>>= size;
      bits -= size;
      if (code === end) return checked(out, pixels);
      if (code === clear) {
        reset();
        continue;
      }
      const entry: number[] | undefined = table[code] ?? (previous && [...previous, previous[0] as number]);
      if (entry === undefined) throw new Error('a code that means nothing');
      out.push(...entry);
      if (previous && table.length < 4096) table.push([...previous, entry[0] as number]);
      if (table.length === 1 << size && size < 12) size += 1;
      previous = entry;
    }
  }
  throw new Error('no end of the frame');
}

function checked(out: number[], pixels: number): Uint8Array {
  if (out.length !== pixels) throw new Error(`${out.length} pixels instead of ${pixels}`);
  return Uint8Array.from(out);
}
