import { checkSize, isDamaged, isIncomplete } from './limits.ts';

/** A parsed GIF: the kept blocks in order, and its frames. */
export interface ReadGif {
  parts: Uint8Array[];
  width: number;
  height: number;
  /** The global palette, for frames without a palette: three bytes per color. */
  palette: Uint8Array | undefined;
  /** Times it is repeated, 0: for ever; `undefined`: it plays once. */
  repeat: number | undefined;
  frames: GifImage[];
}

/** One frame, not yet unpacked. */
export interface GifImage {
  x: number;
  y: number;
  width: number;
  height: number;
  palette: Uint8Array | undefined;
  isInterlaced: boolean;
  /** 2: its place is cleared before the next one, 3: set back to what was there before it, else it stays. */
  disposal: number;
  /** Hundredths of a second. */
  delay: number;
  /** Palette index that is not drawn; -1: none. */
  transparent: number;
  /** Bits of the first codes, less one. */
  codeSize: number;
  /** Packed indices in blocks, each with its length in front. */
  data: Uint8Array;
}

/** Most frames: more than ten minutes at the usual speed. Each frame takes several objects. */
const MAX_FRAMES = 20_000;

interface Control {
  block: Uint8Array | undefined;
  disposal: number;
  delay: number;
  transparent: number;
}

const NO_CONTROL: Control = { block: undefined, disposal: 0, delay: 0, transparent: -1 };

/**
 * Walks through a GIF from block to block. Of the extensions only frame controls and loop counts are kept: not
 * comments, XMP, or what else programs put there. What comes after the end is cut off.
 */
export function readGif(bytes: Uint8Array): ReadGif {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 14) throw isIncomplete('GIF');
  const [width, height] = [view.getUint16(6, true), view.getUint16(8, true)];
  checkSize('GIF', width, height);
  let at = 13 + paletteBytes(view.getUint8(10));
  const palette = at > 13 ? bytes.subarray(13, at) : undefined;
  const gif: ReadGif = {
    parts: [bytes.subarray(0, at)],
    width,
    height,
    palette,
    repeat: undefined,
    frames: [],
  };
  let control = NO_CONTROL;
  for (;;) {
    const kind = bytes[at];
    if (kind === 0x3b) break;
    if (kind === undefined) throw isIncomplete('GIF');
    const start = at;
    if (kind === 0x2c) {
      at = takeFrame(gif, bytes, start, control);
      control = NO_CONTROL;
    } else if (kind === 0x21) {
      at = endOfBlocks(bytes, start + 2);
      control = takeExtension(gif, bytes.subarray(start, at)) ?? control;
    } else throw isDamaged('GIF', `there is no block at byte ${start}`);
  }
  if (gif.frames.length === 0) throw isDamaged('GIF', 'it has no pixels');
  gif.parts.push(Uint8Array.of(0x3b));
  return gif;
}

const paletteBytes = (flags: number) => (flags & 0x80 ? 3 * (2 << (flags & 7)) : 0);

/** After the empty block that ends them. */
function endOfBlocks(bytes: Uint8Array, start: number): number {
  let at = start;
  for (let size = bytes[at]; size !== 0; size = bytes[at]) {
    if (size === undefined) throw isIncomplete('GIF');
    at += size + 1;
  }
  return at + 1;
}

function takeFrame(gif: ReadGif, bytes: Uint8Array, start: number, control: Control): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (start + 11 > bytes.length) throw isIncomplete('GIF');
  const flags = view.getUint8(start + 9);
  const colors = start + 10;
  const data = colors + paletteBytes(flags);
  if (data >= bytes.length) throw isIncomplete('GIF');
  const end = endOfBlocks(bytes, data + 1);
  const [width, height] = [view.getUint16(start + 5, true), view.getUint16(start + 7, true)];
  checkSize('GIF', width, height);
  const { block, ...timing } = control;
  gif.frames.push({
    x: view.getUint16(start + 1, true),
    y: view.getUint16(start + 3, true),
    width,
    height,
    palette: data > colors ? bytes.subarray(colors, data) : gif.palette,
    isInterlaced: (flags & 0x40) !== 0,
    ...timing,
    codeSize: view.getUint8(data),
    data: bytes.subarray(data + 1, end),
  });
  if (gif.frames.length > MAX_FRAMES) throw isDamaged('GIF', `it has more than ${MAX_FRAMES} frames`);
  if (block !== undefined) gif.parts.push(block);
  gif.parts.push(bytes.subarray(start, end));
  return end;
}

/** A frame control is kept with its frame, because it must not stand before anything else. */
function takeExtension(gif: ReadGif, block: Uint8Array): Control | undefined {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  if (block[1] === 0xf9 && block[2] === 4 && block.length === 8) {
    const flags = view.getUint8(3);
    const transparent = flags & 1 ? view.getUint8(6) : -1;
    return { block, disposal: (flags >> 2) & 7, delay: view.getUint16(4, true), transparent };
  }
  // The plain text extension, which browsers ignore; the control before it is removed too.
  if (block[1] === 0x01) return NO_CONTROL;
  const name =
    block[1] === 0xff && block[2] === 11 ? Buffer.from(block.subarray(3, 14)).toString('latin1') : '';
  // Of the loop only its three bytes: further blocks could hold anything.
  if ((name === 'NETSCAPE2.0' || name === 'ANIMEXTS1.0') && block[14] === 3 && block[15] === 1) {
    gif.repeat = view.getUint16(16, true);
    gif.parts.push(block.subarray(0, 18), Uint8Array.of(0));
  }
  return undefined;
}

/** Codes have 12 bits at most. */
const MAX_CODES = 4096;

const prefixes = new Uint16Array(MAX_CODES);
const suffixes = new Uint8Array(MAX_CODES);
const stack = new Uint8Array(MAX_CODES + 1);

/**
 * Unpacks the indices of a GIF frame (GIF89a, appendix F) into `out` and returns how many there were. Stops at an
 * invalid code, as browsers do: the rest stays unchanged. `data`: blocks with their lengths in front.
 */
export function unpackIndices(data: Uint8Array, codeSize: number, out: Uint8Array): number {
  if (codeSize < 1 || codeSize > 11) return 0;
  const clear = 1 << codeSize;
  for (let code = 0; code < clear; code++) suffixes[code] = code;
  let [bits, next, previous, first] = [codeSize + 1, clear + 2, -1, 0];
  let [held, heldBits, written] = [0, 0, 0];
  let [at, blockEnd] = [0, 0];
  for (;;) {
    while (heldBits < bits) {
      if (at === blockEnd) {
        const size = data[at] ?? 0;
        if (size === 0) return written;
        at += 1;
        blockEnd = at + size;
      }
      held |= (data[at] ?? 0) << heldBits;
      heldBits += 8;
      at += 1;
    }
    const code = held & ((1 << bits) - 1);
    held >>>= bits;
    heldBits -= bits;
    if (code === clear) {
      [bits, next, previous] = [codeSize + 1, clear + 2, -1];
      continue;
    }
    if (code === clear + 1 || code > next || (code === next && previous < 0)) return written;
    let depth = 0;
    let entry = code;
    // A code that is not in the table yet: the previous sequence followed by its first index.
    if (code === next) {
      stack[depth++] = first;
      entry = previous;
    }
    for (; entry >= clear; entry = prefixes[entry] as number) stack[depth++] = suffixes[entry] as number;
    first = suffixes[entry] as number;
    stack[depth++] = first;
    while (depth > 0) {
      if (written === out.length) return written;
      out[written++] = stack[--depth] as number;
    }
    if (previous >= 0 && next < MAX_CODES) {
      prefixes[next] = previous;
      suffixes[next] = first;
      next += 1;
      if (next === 1 << bits && bits < 12) bits += 1;
    }
    previous = code;
  }
}
