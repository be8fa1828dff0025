import { deflateSync } from 'node:zlib';
import { bytesOf, type Color, type Draw, FIELDS, landscape, makeExif, makePng } from './make-pictures.ts';

/** An animated PNG with one frame beside its still picture. */
export function makeAnimatedPng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const control = (sequence: number) => {
    const bytes = Buffer.alloc(26);
    for (const [at, value] of [sequence, width, height, 0, 0].entries()) bytes.writeUInt32BE(value, at * 4);
    bytes.writeUInt16BE(10, 20);
    bytes.writeUInt16BE(100, 22);
    return bytes;
  };
  const number = (value: number) => Uint8Array.of(0, 0, 0, value);
  const rows = deflateSync(new Uint8Array((width * 4 + 1) * height).fill(0));
  return makePng(width, height, landscape, {
    before: [
      ['acTL', bytesOf(number(2), number(0))],
      ['fcTL', control(0)],
    ],
    after: [
      ['fcTL', control(1)],
      ['fdAT', bytesOf(number(2), rows)],
    ],
  });
}

export interface GifFrame {
  x?: number;
  y?: number;
  width: number;
  height: number;
  /** Palette index of each pixel. */
  draw: (x: number, y: number) => number;
  delay?: number;
  disposal?: number;
  transparent?: number;
  palette?: readonly Color[];
  isInterlaced?: boolean;
}

/** A GIF with these frames. The palette has 4 colors, and the indices are not compressed. */
export function makeGif(
  width: number,
  height: number,
  frames: readonly GifFrame[],
  { repeat, extensions = [] }: { repeat?: number; extensions?: Uint8Array[] } = {},
): Uint8Array<ArrayBuffer> {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const colors = (palette: readonly Color[]) => palette.flatMap((color) => color.slice(0, 3));
  const loop =
    repeat === undefined
      ? []
      : [Buffer.from(`!\xff\x0bNETSCAPE2.0\x03\x01`, 'latin1'), Uint8Array.of(repeat & 255, repeat >> 8, 0)];
  return bytesOf(
    ...[Buffer.from('GIF89a'), size, Uint8Array.of(0xf1, 0, 0), Uint8Array.from(colors(FIELDS)), ...loop],
    ...[...extensions, ...frames.flatMap((frame) => gifFrame(frame, colors)), Uint8Array.of(0x3b)],
  );
}

function gifFrame(frame: GifFrame, colors: (palette: readonly Color[]) => number[]): Uint8Array[] {
  const {
    x = 0,
    y = 0,
    width,
    height,
    draw,
    delay = 10,
    disposal = 1,
    transparent,
    palette,
    isInterlaced,
  } = frame;
  const control = Uint8Array.of(
    0x21,
    0xf9,
    4,
    (disposal << 2) | (transparent === undefined ? 0 : 1),
    delay & 255,
    delay >> 8,
    transparent ?? 0,
    0,
  );
  const place = Buffer.alloc(8);
  for (const [at, value] of [x, y, width, height].entries()) place.writeUInt16LE(value, at * 2);
  const passes = isInterlaced
    ? [
        [0, 8],
        [4, 8],
        [2, 4],
        [1, 2],
      ]
    : [[0, 1]];
  const indices: number[] = [];
  for (const [first, step] of passes as [number, number][]) {
    for (let row = first; row < height; row += step)
      for (let at = 0; at < width; at++) indices.push(draw(at, row));
  }
  const flags = (palette ? 0x81 : 0) | (isInterlaced ? 0x40 : 0);
  return [
    control,
    Uint8Array.of(0x2c),
    place,
    Uint8Array.of(flags),
    Uint8Array.from(palette ? colors(palette) : []),
    ...gifIndices(indices),
  ];
}

/** Codes of nine bits. Frequent "clear" codes keep them from growing. */
function gifIndices(indices: readonly number[]): Uint8Array[] {
  const [clear, end] = [256, 257];
  const codes = indices.flatMap((index, at) => (at % 200 === 0 ? [clear, index] : [index]));
  const bytes: number[] = [];
  let [held, bits] = [0, 0];
  for (const code of [...codes, end]) {
    held |= code << bits;
    for (bits += 9; bits >= 8; bits -= 8, held >>>= 8) bytes.push(held & 255);
  }
  bytes.push(held);
  const parts: Uint8Array[] = [Uint8Array.of(8)];
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255);
    parts.push(Uint8Array.from([block.length, ...block]));
  }
  return [...parts, Uint8Array.of(0)];
}

/** A comment, XMP, plain text, and data of an application. */
export const gifSecrets = (): Uint8Array[] => [
  Buffer.from('!\xfe\x0cSECRET-WORDS\0', 'latin1'),
  Buffer.from('!\xff\x0bXMP DataXMP\x17<x:xmpmeta SECRET-WORDS\0', 'latin1'),
  Buffer.from(`!\x01\x0c${'\0'.repeat(12)}\x0cSECRET-WORDS\0`, 'latin1'),
  Buffer.from('!\xff\x0bPROGRAM1.00\x0cSECRET-OWNER\0', 'latin1'),
];

export async function makeWebp(
  width: number,
  height: number,
  draw: Draw,
  options: { quality?: number; lossless?: boolean } = { quality: 90 },
): Promise<Uint8Array<ArrayBuffer>> {
  return (await new Bun.Image(makePng(width, height, draw)).webp(options).bytes()) as Uint8Array<ArrayBuffer>;
}

function riffChunk(name: string, data: Uint8Array): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return bytesOf(Buffer.from(name), length, data, new Uint8Array(data.length & 1));
}

function riff(chunks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return bytesOf(riffChunk('RIFF', bytesOf(Buffer.from('WEBP'), ...chunks)));
}

const three = (value: number) => Uint8Array.of(value & 255, (value >> 8) & 255, value >> 16);

/** The chunks of a still WebP after the container's header, if it has one. */
function pixelChunks(webp: Uint8Array): Uint8Array {
  return webp.subarray(Buffer.from(webp.subarray(12, 16)).toString() === 'VP8X' ? 30 : 12);
}

/** A WebP with EXIF and XMP. */
export function addToWebp(
  webp: Uint8Array,
  width: number,
  height: number,
  orientation: number,
): Uint8Array<ArrayBuffer> {
  return riff([
    riffChunk('VP8X', bytesOf(Uint8Array.of(0x0c, 0, 0, 0), three(width - 1), three(height - 1))),
    pixelChunks(webp),
    riffChunk('EXIF', makeExif(orientation)),
    riffChunk('XMP ', Buffer.from('<x:xmpmeta SECRET-WORDS')),
  ]);
}

/** An animated WebP of frames of the full size. */
export function makeAnimatedWebp(
  width: number,
  height: number,
  stills: readonly Uint8Array[],
): Uint8Array<ArrayBuffer> {
  const frames = stills.map((still) => {
    const place = bytesOf(
      three(0),
      three(0),
      three(width - 1),
      three(height - 1),
      three(80),
      Uint8Array.of(0),
    );
    return riffChunk('ANMF', bytesOf(place, pixelChunks(still)));
  });
  return riff([
    riffChunk('VP8X', bytesOf(Uint8Array.of(0x12, 0, 0, 0), three(width - 1), three(height - 1))),
    riffChunk('ANIM', new Uint8Array(6)),
    ...frames,
  ]);
}
