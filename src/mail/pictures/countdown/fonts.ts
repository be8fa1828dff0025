import digitsPath from '../fonts/inter-bold-digits.ttf' with { type: 'file' };
import textPath from '../fonts/inter-medium-subset.ttf' with { type: 'file' };
import arabicPath from '../fonts/noto-arabic.ttf' with { type: 'file' };
import armenianPath from '../fonts/noto-armenian.ttf' with { type: 'file' };
import georgianPath from '../fonts/noto-georgian.ttf' with { type: 'file' };
import hanPath from '../fonts/noto-han.ttf' with { type: 'file' };
import hangulPath from '../fonts/noto-hangul.ttf' with { type: 'file' };
import hebrewPath from '../fonts/noto-hebrew.ttf' with { type: 'file' };
import kanaPath from '../fonts/noto-kana.ttf' with { type: 'file' };
import thaiPath from '../fonts/noto-thai.ttf' with { type: 'file' };

/** What laying out text needs to know of a font, or of several that complete each other. */
export interface Font {
  files: readonly Uint8Array[];
  /** Whether there is a drawing of the character. */
  covers(codePoint: number): boolean;
  /** Width of a text in units of the font size. Pairs that move together are not accounted for. */
  widthOf(text: string): number;
}

export interface ClockFonts {
  /** For words. */
  text: Font;
  /** For digits and what separates them. */
  digits: Font;
}

/** The fonts of scripts that Inter lacks. */
const SCRIPTS = [
  { script: /\p{Script=Arabic}/u, family: 'Noto Sans Arabic', path: arabicPath },
  { script: /\p{Script=Armenian}/u, family: 'Noto Sans Armenian', path: armenianPath },
  { script: /\p{Script=Georgian}/u, family: 'Noto Sans Georgian', path: georgianPath },
  { script: /\p{Script=Hangul}/u, family: 'Noto Sans KR', path: hangulPath },
  { script: /\p{Script=Hebrew}/u, family: 'Noto Sans Hebrew', path: hebrewPath },
  { script: /\p{Script=Thai}/u, family: 'Noto Sans Thai', path: thaiPath },
  { script: /[\p{Script=Hiragana}\p{Script=Katakana}]/u, family: 'Noto Sans JP', path: kanaPath },
  { script: /\p{Script=Han}/u, family: 'Noto Sans SC', path: hanPath },
] as const;

/** The families for a text: letters that join or carry marks have to come from one font. */
export function familyOf(text: string): string {
  const found = SCRIPTS.filter(({ script }) => script.test(text)).map(({ family }) => `'${family}'`);
  return [...found, 'Inter'].join(', ');
}

const loaded = new Map<string, Promise<Font>>();

/** The embedded fonts for these texts: Inter, and those of other scripts in them. */
export async function loadFonts(texts: readonly string[]): Promise<ClockFonts> {
  const all = texts.join(' ');
  const paths = SCRIPTS.filter(({ script }) => script.test(all)).map(({ path }) => path);
  const [digits, ...text] = await Promise.all([digitsPath, textPath, ...paths].map(loadFont));
  return { text: join(text), digits: digits as Font };
}

function loadFont(path: string): Promise<Font> {
  const font = loaded.get(path) ?? Bun.file(path).bytes().then(readFont);
  loaded.set(path, font);
  return font;
}

/** Each character is drawn by the first font that has it. */
function join(fonts: readonly Font[]): Font {
  const fontOf = (codePoint: number) => fonts.find((font) => font.covers(codePoint));
  return {
    files: fonts.flatMap(({ files }) => files),
    covers: (codePoint) => fontOf(codePoint) !== undefined,
    widthOf: (text) =>
      [...text].reduce(
        (sum, character) => sum + (fontOf(character.codePointAt(0) ?? 0)?.widthOf(character) ?? 0),
        0,
      ),
  };
}

/** Reads the character map and the widths of a TrueType font this project ships (OpenType 1.9, cmap and hmtx). */
function readFont(bytes: Uint8Array): Font {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = readTables(view);
  const at = (name: string) => tables.get(name) ?? 0;
  const unitsPerEm = view.getUint16(at('head') + 18);
  const lastWidth = view.getUint16(at('hhea') + 34) - 1;
  const glyphs = readCharacters(view, at('cmap'));
  const advance = (glyph: number) => view.getUint16(at('hmtx') + Math.min(glyph, lastWidth) * 4);
  return {
    files: [bytes],
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
