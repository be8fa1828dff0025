import { beforeAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { MEDIA_CATEGORIES } from '../../../src/features/projects/plans.ts';
import { SNIFF_BYTES, sniffType } from '../../../src/mail/pictures/photo/index.ts';
import { makeGif, makeWebp } from '../../support/make-animations.ts';
import { bytesOf, landscape, makeJpeg, makePng, TURNED_AVIF } from '../../support/make-pictures.ts';

const text = (value: string) => new Uint8Array(Buffer.from(value, 'latin1'));
const ftyp = (main: string, ...others: string[]) =>
  text(`\0\0\0${String.fromCharCode(16 + others.length * 4)}ftyp${main}\0\0\0\0${others.join('')}`);

/** A frame of MPEG 1, layer III, 128 kbit/s at 44,100 Hz has 417 bytes. */
const frame = bytesOf(Uint8Array.of(0xff, 0xfb, 0x90, 0x00), new Uint8Array(413));
const tag = (size: number, fill = 0) =>
  bytesOf(text('ID3\x04\0\0'), Uint8Array.of(0, 0, size >> 7, size & 127), new Uint8Array(size).fill(fill));
const ebml = (type: string) =>
  bytesOf(
    Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 1, 0x42, 0x82, 0x80 + type.length),
    text(type),
  );
const ogg = (packet: string) => text(`OggS\0\x02${'\0'.repeat(20)}\x01\x1e${packet}`);
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';

const files: Record<string, Uint8Array> = {
  'avif by its main brand': ftyp('avif', 'mif1', 'miaf'),
  'avif by a brand it is compatible with': ftyp('mif1', 'heic', 'avif'),
  'avif of a real encoder': TURNED_AVIF,
  'svg alone': text(svg),
  'svg after declaration, comment and document type': text(
    `\xef\xbb\xbf<?xml version="1.0"?>\n<!-- <html> -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://x/svg11.dtd">${svg}`,
  ),
  'svg with a prefix': text('<s:svg xmlns:s="http://www.w3.org/2000/svg"/>'),
  'svg with entities of a drawing program': text(`<!DOCTYPE svg [ <!ENTITY ns "http://x"> ]>\n${svg}`),
  'svg in UTF-16': new Uint8Array(Buffer.from(`\ufeff${svg}`, 'utf16le')),
  pdf: text('%PDF-1.7\n%\xe2\xe3'),
  mp4: ftyp('isom', 'iso2', 'avc1', 'mp41'),
  webm: ebml('webm'),
  'mp3 with a tag': bytesOf(tag(300), frame),
  'mp3 with a tag longer than what is looked at': tag(9000, 7).subarray(0, SNIFF_BYTES),
  'mp3 of bare frames': bytesOf(frame, frame),
  'ogg with Vorbis': ogg('\x01vorbis'),
  'ogg with Opus': ogg('OpusHead'),
  wav: text('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0'),
};

beforeAll(async () => {
  files.jpeg = await makeJpeg(8, 8, landscape);
  files.png = makePng(8, 8, landscape);
  files.gif = makeGif(8, 8, [{ width: 8, height: 8, draw: () => 1 }]);
  files['webp with loss'] = await makeWebp(8, 8, landscape);
  files['webp without'] = await makeWebp(8, 8, landscape, { lossless: true });
});

describe('the type of a file', () => {
  test('is told for every one the service keeps', () => {
    const wrong = Object.entries(files).flatMap(([name, bytes]) => {
      const found = sniffType(bytes.subarray(0, SNIFF_BYTES));
      const expected = name.split(' ')[0] as string;
      const extension = expected === 'jpeg' ? 'jpg' : expected;
      return found?.extension === extension ? [] : [`${name}: ${JSON.stringify(found)}`];
    });
    expect(wrong).toEqual([]);
  });

  test('is one of those a plan can name', () => {
    const found = Object.values(files).map((bytes) => sniffType(bytes));
    for (const [category, { mime_types, extensions }] of Object.entries(MEDIA_CATEGORIES)) {
      const those = found.filter((type) => type?.category === category);
      expect(new Set(those.map((type) => type?.mime))).toEqual(new Set(mime_types));
      for (const type of those) expect(extensions).toContain(type?.extension as string);
    }
  });

  test.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['HTML', text('<!DOCTYPE html><html><svg xmlns="http://www.w3.org/2000/svg"></svg></html>')],
    ['HTML without a document type', text('<html><body><svg></svg>')],
    ['HTML behind a comment', text('<!-- x --><script>alert(1)</script>')],
    ['HTML called svg in its document type', text(`<!DOCTYPE html [ <!ENTITY svg "x"> ]>${svg}`)],
    ['an element that begins like svg', text('<svgx/>')],
    ['text in front of an SVG', text(`x${svg}`)],
    ['an SVG behind a long comment', text(`<!--${'x'.repeat(5000)}-->${svg}`)],
    ['half of the signature of PNG', text('\x89PNG')],
    ['a JPEG with nothing', Uint8Array.of(0xff, 0xd8)],
    ['HEIC', ftyp('heic', 'mif1', 'heic')],
    ['HEIC that calls itself mif1', ftyp('mif1', 'heic')],
    ['QuickTime', ftyp('qt  ')],
    ['audio in MP4', ftyp('M4A ', 'mp42', 'isom')],
    ['a file type box of no size', text('\0\0\0\0ftypisom')],
    ['Matroska', ebml('matroska')],
    ['video in Ogg', ogg('\x80theora')],
    ['AVI', text('RIFF\x24\0\0\0AVI LIST')],
    ['a PDF behind HTML', text('<html>%PDF-1.7')],
    ['a PDF that never was', text('%PDF-x')],
    ['FLAC behind a tag of MP3', bytesOf(tag(100), text('fLaC\0\0\0\x22'), new Uint8Array(50))],
    ['a tag and nothing else', tag(100)],
    ['one frame and noise', bytesOf(frame, text('no frame here'))],
    ['AAC', Uint8Array.of(0xff, 0xf1, 0x50, 0x80, 0x02, 0x1f, 0xfc)],
    ['a zip', text('PK\x03\x04')],
    ['a program', text('\x7fELF\x02\x01\x01')],
    ['Windows bitmap', text('BM\x46\0\0\0')],
    ['TIFF', text('II*\0\x08\0\0\0')],
    ['an icon', text('\0\0\x01\0\x01\0')],
  ])('%s is none', (_, bytes) => {
    expect(sniffType(bytes)).toBeUndefined();
  });

  test('a file that is two things is what it begins as', () => {
    const gifar = bytesOf(files.gif as Uint8Array, text('PK\x03\x04'));
    expect(sniffType(gifar)?.mime).toBe('image/gif');
    expect(sniffType(text('GIF89a/*<svg xmlns="http://www.w3.org/2000/svg"/>*/'))?.mime).toBe('image/gif');
    expect(sniffType(bytesOf(text('%PDF-1.4'), files.png as Uint8Array))?.mime).toBe('application/pdf');
  });

  test('any bytes have an answer, soon', () => {
    const beginnings = Object.values(files).map((bytes) => bytes.subarray(0, 40));
    const start = fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.constantFrom(...beginnings));
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 300 }), fc.nat(SNIFF_BYTES), (head, tail, zeros) => {
        const found = sniffType(bytesOf(head, tail, new Uint8Array(zeros)));
        expect(found === undefined || found.mime in { ...typesByMime }).toBe(true);
      }),
    );
    for (const repeated of [
      '<!--',
      '<?',
      '<!DOCTYPE svg [',
      '<!DOCTYPE svg "',
      ' ',
      "'",
      'ID3',
      '\xff\xfb',
    ]) {
      expect(sniffType(text(repeated.repeat(SNIFF_BYTES / repeated.length)))).toBeUndefined();
    }
  });
});

const typesByMime = Object.fromEntries(
  Object.values(MEDIA_CATEGORIES).flatMap(({ mime_types }) => mime_types.map((mime) => [mime, true])),
);
