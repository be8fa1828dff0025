import { deflateSync } from 'node:zlib';
import { PNG_SIGNATURE, pngChunk } from '../../src/mail/pictures/png.ts';

/** Red, green, blue and alpha of a pixel. */
export type Color = readonly [number, number, number, number];
export type Draw = (x: number, y: number) => Color;

/**
 * Four fields of different colors, so that each rotation can be recognized: red and green above, blue and white below.
 */
export const FIELDS: readonly Color[] = [
  [220, 20, 20, 255],
  [20, 180, 20, 255],
  [20, 20, 220, 255],
  [250, 250, 250, 255],
];
export const fields =
  (width: number, height: number): Draw =>
  (x, y) =>
    FIELDS[(x < width / 2 ? 0 : 1) + (y < height / 2 ? 0 : 2)] as Color;

/** Colors that change everywhere, as in a photograph. */
export const landscape: Draw = (x, y) => [
  (128 + 100 * Math.sin(x / 17 + y / 31)) & 255,
  (90 + 80 * Math.sin(x * y * 0.003)) & 255,
  (x * 3 + y * 7) & 255,
  255,
];

/** Texts that no served picture may contain: of cameras and programs, and the coordinates below. */
export const SECRETS = ['SECRET-PLACE', 'SECRET-OWNER', 'SECRET-WORDS', '<x:xmpmeta'];

/** 48° 51′ 29.6″ as EXIF stores it: three fractions. */
export const COORDINATES = Buffer.from('0000003000000001000000330000000100000128' + '0000000a', 'hex');

/** EXIF as a camera writes it (TIFF structure, big endian): orientation, owner, and place with coordinates. */
export function makeExif(orientation = 1): Buffer {
  const owner = Buffer.from('SECRET-OWNER\0\0\0\0');
  const place = Buffer.from('SECRET-PLACE\0\0\0\0');
  const field = (tag: number, type: number, count: number, value: number) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16BE(tag, 0);
    bytes.writeUInt16BE(type, 2);
    bytes.writeUInt32BE(count, 4);
    bytes.writeUInt32BE(type === 3 ? value * 65_536 : value, 8);
    return bytes;
  };
  const directory = (fields: Buffer[]) => {
    const count = Buffer.alloc(2);
    count.writeUInt16BE(fields.length);
    return Buffer.concat([count, ...fields, Buffer.alloc(4)]);
  };
  const main = 8;
  const gps = main + 2 + 3 * 12 + 4;
  const data = gps + 2 + 2 * 12 + 4;
  return Buffer.concat([
    Buffer.from('4d4d002a00000008', 'hex'),
    directory([field(0x0112, 3, 1, orientation), field(0x013b, 2, 16, data), field(0x8825, 4, 1, gps)]),
    directory([field(0x0002, 5, 3, data + 32), field(0x001b, 2, 16, data + 16)]),
    owner,
    place,
    COORDINATES,
  ]);
}

export interface PngOptions {
  colorType?: 0 | 2 | 3 | 4 | 6;
  depth?: 8 | 16;
  /** Chunks between header and pixels, such as texts. */
  before?: [type: string, data: Uint8Array][];
  after?: [type: string, data: Uint8Array][];
  /** The palette of an indexed picture, whose `draw` returns the index as red. */
  palette?: readonly Color[];
}

/** A PNG of any type, without interlacing. */
export function makePng(
  width: number,
  height: number,
  draw: Draw,
  options: PngOptions = {},
): Uint8Array<ArrayBuffer> {
  const { colorType = 6, depth = 8, before = [], after = [], palette } = options;
  const channels = { 0: [0], 2: [0, 1, 2], 3: [0], 4: [0, 3], 6: [0, 1, 2, 3] }[colorType];
  const size = depth / 8;
  const stride = width * channels.length * size + 1;
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const color = draw(x, y);
      for (const [place, channel] of channels.entries()) {
        rows[y * stride + 1 + (x * channels.length + place) * size] = color[channel as 0];
      }
    }
  }
  const chunks: [string, Uint8Array][] = [...before];
  if (palette !== undefined) {
    chunks.push(['PLTE', Uint8Array.from(palette.flatMap((color) => color.slice(0, 3)))]);
    chunks.push(['tRNS', Uint8Array.from(palette.map((color) => color[3]))]);
  }
  return assemblePng(header(width, height, depth, colorType), [
    ...chunks,
    ['IDAT', deflateSync(rows)],
    ...after,
  ]);
}

/** A PNG whose header declares a size and that has hardly any pixels. */
export function makePngBomb(width: number, height: number): Uint8Array<ArrayBuffer> {
  return assemblePng(header(width, height, 8, 6), [['IDAT', deflateSync(new Uint8Array(100_000))]]);
}

function header(width: number, height: number, depth: number, colorType: number): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(width, 0);
  bytes.writeUInt32BE(height, 4);
  bytes.set([depth, colorType, 0, 0, 0], 8);
  return bytes;
}

function assemblePng(head: Uint8Array, chunks: [string, Uint8Array][]): Uint8Array<ArrayBuffer> {
  const all: [string, Uint8Array][] = [['IHDR', head], ...chunks, ['IEND', new Uint8Array()]];
  return bytesOf(PNG_SIGNATURE, ...all.map(([type, data]) => pngChunk(type, data)));
}

/** All kinds of chunks of a PNG with personal data. */
export const pngSecrets = (orientation = 1): [string, Uint8Array][] => [
  ['eXIf', makeExif(orientation)],
  ['tEXt', Buffer.from('Author\0SECRET-OWNER')],
  ['zTXt', bytesOf(Buffer.from('Comment\0\0'), deflateSync(Buffer.from('SECRET-WORDS')))],
  ['iTXt', Buffer.from('XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta SECRET-WORDS')],
  ['tIME', Uint8Array.of(7, 234, 1, 2, 3, 4, 5)],
  ['prVt', Buffer.from('SECRET-WORDS')],
];

/** A JPEG from the runtime's encoder. */
export async function makeJpeg(
  width: number,
  height: number,
  draw: Draw,
  options: { quality?: number; progressive?: boolean } = { quality: 90 },
): Promise<Uint8Array<ArrayBuffer>> {
  const png = makePng(width, height, draw, { colorType: 2 });
  return (await new Bun.Image(png).jpeg(options).bytes()) as Uint8Array<ArrayBuffer>;
}

/** A JPEG with further segments in front: marker (second byte) and data of each. */
export function addSegments(
  jpeg: Uint8Array,
  ...segments: [marker: number, data: Uint8Array][]
): Uint8Array<ArrayBuffer> {
  const built = segments.map(([marker, data]) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(data.length + 2, 2);
    return bytesOf(head, data);
  });
  return bytesOf(jpeg.subarray(0, 2), ...built, jpeg.subarray(2));
}

/** All kinds of segments of a JPEG with personal data. */
export const jpegSecrets = (orientation = 1): [number, Uint8Array][] => [
  [0xe1, bytesOf(Buffer.from('Exif\0\0'), makeExif(orientation))],
  [0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta SECRET-WORDS')],
  [0xed, Buffer.from('Photoshop 3.0\x008BIM SECRET-OWNER')],
  [0xe2, Buffer.from('MPF\0 SECRET-WORDS')],
  [0xec, Buffer.from('Ducky SECRET-WORDS')],
  [0xfe, Buffer.from('SECRET-WORDS')],
];

/** The segment of an ICC profile. Tests only check that it is there. */
export const jpegProfile = (profile: Uint8Array): [number, Uint8Array] => [
  0xe2,
  bytesOf(Buffer.from('ICC_PROFILE\0'), Uint8Array.of(1, 1), profile),
];

/** A baseline JPEG with one value per component, each 0–255 as stored. Four components are printing inks. */
export function makeFlatJpeg(
  width: number,
  height: number,
  components: readonly number[],
): Uint8Array<ArrayBuffer> {
  const count = components.length;
  const segment = (marker: number, data: number[]) => [0xff, marker, 0, data.length + 2, ...data];
  const frame = [8, height >> 8, height & 255, width >> 8, width & 255, count];
  for (let id = 1; id <= count; id++) frame.push(id, 0x11, 0);
  const scan = [count, ...components.flatMap((_, index) => [index + 1, 0]), 0, 63, 0];
  // Sixteen codes of four bits; the code of a difference with n bits is n. One code stands for the end of the block.
  const differences = [
    0,
    0,
    0,
    12,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    ...Array.from({ length: 12 }, (_, n) => n),
  ];
  const end = [1, ...new Array(15).fill(0), 0];
  let bits = '';
  for (let block = 0; block < Math.ceil(width / 8) * Math.ceil(height / 8); block++) {
    for (const value of components) {
      // The mean of a block times eight; only the first block differs from the one before.
      const difference = block === 0 ? (value - 128) * 8 : 0;
      const size = difference === 0 ? 0 : 32 - Math.clz32(Math.abs(difference));
      const code = difference < 0 ? difference + 2 ** size - 1 : difference;
      bits += `${size.toString(2).padStart(4, '0')}${size ? code.toString(2).padStart(size, '0') : ''}0`;
    }
  }
  const packed = (bits.match(/.{1,8}/g) ?? []).flatMap((byte) => {
    const value = Number.parseInt(byte.padEnd(8, '1'), 2);
    return value === 255 ? [255, 0] : [value];
  });
  return Uint8Array.from([
    ...[0xff, 0xd8, ...segment(0xee, [...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 0])],
    ...segment(0xdb, [0, ...new Array(64).fill(1)]),
    ...[...segment(0xc0, frame), ...segment(0xc4, [0, ...differences]), ...segment(0xc4, [0x10, ...end])],
    ...[...segment(0xda, scan), ...packed, 0xff, 0xd9],
  ]);
}

/** 16 × 8 pixels, red on the left and blue on the right, with the instruction to rotate by 90° clockwise. */
export const TURNED_AVIF = new Uint8Array(
  Buffer.from(
    'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAAD1bWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAAAAAAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAEdAAAANAAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAAB0aXBycAAAAFRpcGNvAAAAFGlzcGUAAAAAAAAAEAAAAAgAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBAAwAAAAAE2NvbHJuY2x4AAEADQAGgAAAAAlpcm90AwAAABhpcG1hAAAAAAAAAAEAAQUBAoMEhQAAADxtZGF0EgAKCBgMv7RAQ0GhMiYTx4eGZQGGGH4QAAAAy6pU0Nlu8Cyf3nIYxlrBIlNm5zJkG0PFTQ==',
    'base64',
  ),
);

export function bytesOf(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts));
}
