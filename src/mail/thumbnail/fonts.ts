/** The fonts of the pictures. They have the widths of Arial, Times New Roman and Courier New. */
const SANS = 'Arimo';
const SERIF = 'Tinos';
const MONO = 'Cousine';

/** Fonts behind each of them, for letters that it lacks. */
const FALLBACKS = 'Arimo, Noto Sans Arabic';

const MONO_NAMES = /mono|courier|consolas|menlo|monaco|typewriter/i;
const SANS_NAMES = /sans|arial|helvetica|verdana|tahoma|trebuchet|segoe|roboto|inter\b|system-ui/i;
const SERIF_NAMES =
  /serif|times|georgia|garamond|palatino|cambria|baskerville|bodoni|didot|playfair|merriweather|lora\b|slab|book antiqua/i;

/** The font nearest to a CSS font stack. */
export function fontFor(stack: string): string {
  return `${nearest(stack)}, ${FALLBACKS}`;
}

function nearest(stack: string): string {
  // The first name of a known kind, because a stack begins with the font that the author wants.
  for (const name of stack.slice(0, 500).split(',')) {
    if (MONO_NAMES.test(name)) return MONO;
    if (SANS_NAMES.test(name)) return SANS;
    if (SERIF_NAMES.test(name)) return SERIF;
  }
  return SANS;
}

/** Letters that no font of the pictures has, in runs. */
const WITHOUT_FONT =
  /(?:[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]|[\p{Emoji_Presentation}\u3000-\u303f\uff00-\uffef])+/gu;

/** A piece of a text, and whether it is drawn as boxes. */
interface TextPiece {
  text: string;
  isBoxes: boolean;
}

/** Splits a text where letters without a font begin and end: these become boxes, between which lines may break. */
export function splitByFont(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(WITHOUT_FONT)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), isBoxes: false });
    end = match.index + match[0].length;
    pieces.push({ text: '■\u200b'.repeat([...match[0]].length), isBoxes: true });
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isBoxes: false });
  return pieces;
}
