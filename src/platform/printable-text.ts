/** What could move a terminal's cursor, break a line or turn the direction of writing. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Nearly every text, and a look at it is much cheaper than one for everything that is unprintable in Unicode. */
const PLAIN = /^[\x20-\x7e]*$/;

/** A text the caller chose, cut to `most` characters and without anything that could act on a terminal that shows it. */
export function toPrintable(text: string, most: number): string {
  if (text.length <= most && PLAIN.test(text)) return text;
  return text.slice(0, most).toWellFormed().replace(UNPRINTABLE, '\uFFFD');
}
