import digitsPath from '../fonts/inter-bold-digits.ttf' with { type: 'file' };
import textPath from '../fonts/inter-medium-subset.ttf' with { type: 'file' };

/** What laying out text needs to know of a font. */
export interface Font {
  bytes: Uint8Array;
  /** Whether there is a drawing of the character. */
  covers(codePoint: number): boolean;
  /** Width of a text in units of the font size. Pairs that move together are not accounted for. */
  widthOf(text: string): number;
}

let loading: Promise<{ text: Font; digits: Font }> | undefined;

/** The embedded fonts: Inter Medium for words, Inter Bold for digits and what separates them. */
export function loadFonts(): Promise<{ text: Font; digits: Font }> {
  loading ??= Promise.all([Bun.file(textPath).bytes(), Bun.file(digitsPath).bytes()]).then(
    ([text, digits]) => ({ text: readFont(text), digits: readFont(digits) }),
  );
  return loading;
}

/** Reads the character map and the widths of a TrueType font this project ships (OpenType 1.9, cmap and hmtx). */
export function readFont(bytes: Uint8Array): Font {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = readTables(view);
  const at = (name: string) => tables.get(name) ?? 0;
  const unitsPerEm = view.getUint16(at('head') + 18);
  const lastWidth = view.getUint16(at('hhea') + 34) - 1;
  const glyphs = readCharacters(view, at('cmap'));
  const advance = (glyph: number) => view.getUint16(at('hmtx') + Math.min(glyph, lastWidth) * 4);
  return {
    bytes,
    covers: (codePoint) => glyphs.has(codePoint),
    widthOf: (text) =>
      [...text].reduce((sum, character) => sum + advance(glyphs.get(character.codePointAt(0) ?? 0) ?? 0), 0) /
      unitsPerEm,
  };
}

function readTables(view: DataView): Map<string, number> {
  const tables = new Map<string, number>();
  for (let index = 0; index < view.getUint16(4); index++) {
    const record = 12 + index * 16;
    const tag = [0, 1, 2, 3].map((byte) => String.fromCharCode(view.getUint8(record + byte))).join('');
    tables.set(tag, view.getUint32(record + 8));
  }
  return tables;
}

/** Glyphs by code point, out of the subtable in format 4, which every font for the basic plane has. */
function readCharacters(view: DataView, cmap: number): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let index = 0; index < view.getUint16(cmap + 2); index++) {
    const subtable = cmap + view.getUint32(cmap + 4 + index * 8 + 4);
    if (view.getUint16(subtable) === 4) readSegments(view, subtable, glyphs);
  }
  return glyphs;
}

function readSegments(view: DataView, subtable: number, glyphs: Map<number, number>): void {
  const size = view.getUint16(subtable + 6);
  for (let segment = 0; segment < size; segment += 2) {
    const ends = subtable + 14 + segment;
    const last = view.getUint16(ends);
    const first = view.getUint16(ends + size + 2);
    const delta = view.getUint16(ends + size * 2 + 2);
    const rangeAt = ends + size * 3 + 2;
    const range = view.getUint16(rangeAt);
    for (let code = first; code <= last && code < 0xffff; code++) {
      const stored = range === 0 ? code : view.getUint16(rangeAt + range + (code - first) * 2);
      const glyph = range !== 0 && stored === 0 ? 0 : (stored + delta) & 0xffff;
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
}
