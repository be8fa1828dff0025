/** What a browser may show in place: nothing of it runs scripts. SVG does, and HTML is no type that is kept. */
const SHOWN_TYPES = /^(image\/(jpeg|png|gif|webp|avif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf)$/;

/** Control characters, and those that turn the direction of writing: `exe.gpj` must not look like `jpg.exe`. */
const DECEPTIVE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const MAX_NAME_LENGTH = 150;

/**
 * The `Content-Disposition` of a file (RFC 6266): whether it is shown or saved, and under which name. The extension is
 * that of the content, whatever `filename` ends with.
 */
export function describeDisposition(mime: string, filename: string, extension: string): string {
  const kind = SHOWN_TYPES.test(mime) ? 'inline' : 'attachment';
  const name = `${cleanStem(filename)}.${extension}`;
  const plain = name.replace(/[^A-Za-z0-9 ._()-]/g, '_');
  const extended = plain === name ? '' : `; filename*=UTF-8''${encodeExtended(name)}`;
  return `${kind}; filename="${plain}"${extended}`;
}

function cleanStem(filename: string): string {
  const stem = filename
    .toWellFormed()
    .replace(DECEPTIVE, '')
    .replace(/[/\\]/g, '_')
    .replace(/\.\w{1,5}$/, '');
  // By whole characters: half of one cannot be encoded.
  return [...stem].slice(0, MAX_NAME_LENGTH).join('') || 'file';
}

/** RFC 8187 allows fewer characters than `encodeURIComponent` leaves. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
