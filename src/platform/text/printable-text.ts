/** Characters that can move a terminal's cursor, break a line or change the text direction. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Most texts match this, and the check is much cheaper than the one for unprintable Unicode. */
const PLAIN = /^[\x20-\x7e]*$/;

/** A text from a client, safe to show at a terminal: at most `most` characters, unprintable ones replaced. */
export function toPrintable(text: string, most: number): string {
  if (text.length <= most && PLAIN.test(text)) return text;
  return text.slice(0, most).toWellFormed().replace(UNPRINTABLE, '\uFFFD');
}
