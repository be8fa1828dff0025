/** Control characters, and those that change the direction of text: `exe.gpj` must not look like `jpg.exe`. */
const DECEPTIVE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const MAX_NAME_LENGTH = 150;

/**
 * A `Content-Disposition` (RFC 6266): whether a file is shown or saved, and under which name. A name with characters that
 * are not plain is sent twice: in ASCII, and whole as `filename*`, which all browsers prefer.
 */
export function describeDisposition(kind: 'inline' | 'attachment', stem: string, extension: string): string {
  const name = `${cleanStem(stem)}.${extension}`;
  const plain = name.replace(/[^A-Za-z0-9 ._()-]/g, '_');
  const extended = plain === name ? '' : `; filename*=UTF-8''${encodeExtended(name)}`;
  return `${kind}; filename="${plain}"${extended}`;
}

function cleanStem(stem: string): string {
  const clean = stem.toWellFormed().replace(DECEPTIVE, '').replace(/[/\\]/g, '_');
  // Cut by whole characters, because half of a surrogate pair cannot be encoded.
  return [...clean].slice(0, MAX_NAME_LENGTH).join('') || 'file';
}

/** RFC 8187 allows fewer characters than `encodeURIComponent` leaves. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
