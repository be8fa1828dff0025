import wasmPath from '@jsquash/avif/codec/dec/avif_dec.wasm' with { type: 'file' };
import { checkSize, isDamaged, MAX_AVIF_PIXELS, PictureRefusal } from './limits.ts';
import type { Raster } from './raster.ts';

/** The headers of an AVIF. */
interface ReadAvif {
  /** As stored, before it is set upright. */
  width: number;
  height: number;
  /** As of EXIF, 1 to 8: made of the boxes for turning and mirroring, which count here instead of EXIF. */
  orientation: number;
  /** ICC. */
  profile: Uint8Array | undefined;
}

/** Most boxes read, nested ones included; a picture with a preview and depth has about forty. */
const MAX_BOXES = 2000;

/** Boxes that contain boxes, and the length of their header fields. */
const CONTAINERS: Readonly<Record<string, number>> = { meta: 4, iprp: 0, ipco: 0 };

/** Orientations by quarters turned against the clock, and mirrored upside down (0) or left to right (1) after that. */
const ORIENTATIONS = [
  [1, 8, 3, 6],
  [4, 5, 2, 7],
  [2, 7, 4, 5],
] as const;

/**
 * Reads the boxes (ISO/IEC 14496-12 and 23008-12) for what the decoder does not tell. The largest of several pictures
 * counts. Refuses animations: their decoder shows one frame.
 */
export function readAvif(bytes: Uint8Array): ReadAvif {
  const found = {
    sizes: [] as [number, number][],
    turn: 0,
    mirror: 0,
    profile: undefined as Uint8Array | undefined,
  };
  let boxes = 0;
  const walk = (start: number, end: number): void => {
    for (let at = start; at + 8 <= end; ) {
      boxes += 1;
      if (boxes > MAX_BOXES) throw isDamaged('AVIF', 'it has too many parts');
      const box = readBox(bytes, at, end);
      if (box.name === 'moov') throw isAnimatedAvif();
      const inside = CONTAINERS[box.name];
      if (inside !== undefined) walk(box.start + inside, box.end);
      else takeProperty(found, box.name, bytes.subarray(box.start, box.end));
      at = box.end;
    }
  };
  walk(0, bytes.length);
  const [width, height] = found.sizes.sort((a, b) => b[0] * b[1] - a[0] * a[1])[0] ?? [0, 0];
  if (width === 0) throw isDamaged('AVIF', 'its size cannot be read');
  checkSize('AVIF', width, height, MAX_AVIF_PIXELS);
  const orientation = ORIENTATIONS[found.mirror as 0 | 1 | 2][found.turn as 0 | 1 | 2 | 3];
  return { width, height, orientation, profile: found.profile };
}

const isAnimatedAvif = () =>
  new PictureRefusal('Animated AVIF files are not supported. Save the animation as GIF or animated WebP.');

function readBox(bytes: Uint8Array, at: number, limit: number): { name: string; start: number; end: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const name = Buffer.from(bytes.buffer, bytes.byteOffset + at + 4, 4).toString('latin1');
  const size = view.getUint32(at);
  // 0: until the end; 1: the size follows in eight bytes.
  const isLong = size === 1 && at + 16 <= limit;
  const end = size === 0 ? limit : at + (isLong ? Number(view.getBigUint64(at + 8)) : size);
  const start = at + (isLong ? 16 : 8);
  if (end < start || end > limit) throw isDamaged('AVIF', 'its end is missing');
  return { name, start, end };
}

function takeProperty(
  found: { sizes: [number, number][]; turn: number; mirror: number; profile: Uint8Array | undefined },
  name: string,
  data: Uint8Array,
): void {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (name === 'ispe' && data.length >= 12) found.sizes.push([view.getUint32(4), view.getUint32(8)]);
  if (name === 'irot') found.turn = (data[0] ?? 0) & 3;
  if (name === 'imir') found.mirror = ((data[0] ?? 0) & 1) + 1;
  const kind = name === 'colr' ? Buffer.from(data.subarray(0, 4)).toString('latin1') : '';
  if (kind === 'prof' || kind === 'rICC') found.profile = data.subarray(4);
}

/** The types of the package lack the parameter for the module, which it would load from the network otherwise. */
type Start = (module: WebAssembly.Module) => Promise<void>;

type Decode = typeof import('@jsquash/avif/decode.js').default;

let loading: Promise<Decode> | undefined;

function loadDecoder(): Promise<Decode> {
  loading ??= (async () => {
    const { default: decode, init } = await import('@jsquash/avif/decode.js');
    const start = init as unknown as Start;
    await start(await WebAssembly.compile(await Bun.file(wasmPath).arrayBuffer()));
    // The library gives the process a location without an address, with which others cannot read any address.
    if (Object(globalThis).location?.href === '') Reflect.deleteProperty(globalThis, 'location');
    return decode;
  })().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/**
 * Decodes an AVIF, which the runtime's own pipeline does on macOS and Windows only. The decoder's memory grows with the
 * pictures and never shrinks, so other large pictures should not be processed in the same process.
 */
export async function decodeAvif(bytes: Uint8Array<ArrayBuffer>): Promise<Raster> {
  const decode = await loadDecoder();
  try {
    const decoded = await decode(bytes.slice().buffer);
    if (decoded === null) return refuse();
    const { width, height, data } = decoded;
    return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) };
  } catch {
    // A failure leaves the decoder in an unknown state.
    loading = undefined;
    return refuse();
  }
}

function refuse(): never {
  throw new PictureRefusal('The AVIF cannot be decoded: it is damaged, or of a kind we do not know.');
}
