import type { Font } from './font.ts';

/**
 * A text as the font can draw it, on one line. Symbols it lacks, such as emoji, are left out; `undefined` when a
 * letter is missing, because half a word says something else.
 */
export function drawableText(text: string, font: Font, maxLength: number): string | undefined {
  const line = text
    .slice(0, maxLength * 2)
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim();
  let drawable = '';
  for (const character of line) {
    if (font.covers(character.codePointAt(0) ?? 0)) drawable += character;
    else if (/[\p{L}\p{M}\p{N}]/u.test(character)) return undefined;
  }
  return [...drawable.replace(/ +/g, ' ').trim()].slice(0, maxLength).join('');
}

/** Shortens a text to a width in units of the font size. */
export function truncateText(text: string, font: Font, maxWidth: number): string {
  if (font.widthOf(text) <= maxWidth) return text;
  const characters = [...text];
  while (characters.length > 0 && font.widthOf(`${characters.join('')}…`) > maxWidth) characters.pop();
  return characters.length === 0 ? '' : `${characters.join('').trimEnd()}…`;
}

/** Breaks a text at spaces into lines of a width in units of the font size; a longer word stays whole. */
export function wrapText(text: string, font: Font, maxWidth: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && font.widthOf(longer) <= maxWidth) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The same number of lines, each about as long as the others, so that no word is left alone on the last. */
export function balanceLines(text: string, font: Font, lines: readonly string[]): string[] {
  let balanced = [...lines];
  // No line can be narrower than the longest word.
  const longest = Math.max(...text.split(' ').map((word) => font.widthOf(word)));
  for (let width = font.widthOf(text); width >= longest && width > 0.1; width *= 0.95) {
    const narrower = wrapText(text, font, width);
    if (narrower.length > lines.length) break;
    if (narrower.length === lines.length) balanced = narrower;
  }
  return balanced;
}

/** A centered line of an SVG, its baseline at `y`. Sizes in pixels. */
export function svgText(
  text: string,
  place: { x: number; y: number; size: number; weight: 500 | 700; fill: string },
): string {
  const escaped = text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return (
    `<text x="${place.x}" y="${place.y}" font-family="Inter" font-weight="${place.weight}" ` +
    `font-size="${place.size}" text-anchor="middle" fill="${place.fill}">${escaped}</text>`
  );
}
