import { invalidField } from '../../platform/errors.ts';
import { foldName } from '../../platform/names.ts';
import { MEDIA_CATEGORIES } from '../projects/index.ts';

/** Characters (code points) of a name of a file or folder. */
const MAX_CHARACTERS = 255;

/** Control characters, line separators, characters that change the direction of text, and invisible ones. */
const INVISIBLE =
  /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/gu;

/** Joiners of emojis, which are invisible by themselves. */
const JOINERS = /\u200c|\u200d|[\ufe00-\ufe0f]/g;

/** Other spellings of types' extensions. */
const ALIASES: Readonly<Record<string, readonly string[]>> = { jpg: ['jpeg', 'jpe', 'jfif'], mp4: ['m4v'] };

/** Extensions of media types, accepted or not. A wrong one of them is replaced. */
const MEDIA_EXTENSIONS = new Set([
  ...Object.values(MEDIA_CATEGORIES).flatMap(({ extensions }) => extensions),
  ...Object.values(ALIASES).flat(),
  ...['bmp', 'heic', 'heif', 'ico', 'm4a', 'mov', 'oga', 'ogv', 'tif', 'tiff', 'wave'],
]);

/** A text as name: composed Unicode, without invisible characters, path and leading dots. The result may be empty. */
function cleanName(text: string): string {
  const name = text
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(/[/\\]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .trimEnd();
  return name.replace(JOINERS, '').trim() === '' ? '' : name;
}

/**
 * The name of an uploaded file: cleaned, with an extension of its type, shortened before
 * the extension. Only the last step of a path is used.
 */
export function nameUpload(text: string, extension: string): string {
  const name = cleanName(text.split(/[/\\]/).at(-1) ?? '');
  return withExtension(name, extension, (stem, room) => [...stem].slice(0, room).join('').trimEnd());
}

/** A new name for a file: as for uploads, but a name that is too long is refused. Throws `validation_failed`. */
export function nameFile(text: string, extension: string): string {
  const name = cleanName(text);
  if (name === '') throw emptyName('filename');
  return withExtension(name, extension, (stem, room) => {
    requireLength('filename', stem, room);
    return stem;
  });
}

/** A folder's name. Throws `validation_failed`. */
export function nameFolder(text: string): { name: string; nameFolded: string } {
  const name = cleanName(text);
  if (name === '') throw emptyName('name');
  requireLength('name', name, MAX_CHARACTERS);
  return { name, nameFolded: foldName(name) };
}

/** `fit` limits the length of the part before the extension. */
function withExtension(
  name: string,
  extension: string,
  fit: (stem: string, characters: number) => string,
): string {
  const dot = name.lastIndexOf('.');
  const own = dot === -1 ? '' : name.slice(dot + 1).toLowerCase();
  const isTrue = own === extension || (ALIASES[extension]?.includes(own) ?? false);
  // Something like `v1.2` is no extension; nor may `page.html` become the name of a picture by losing its end.
  const stem = isTrue || MEDIA_EXTENSIONS.has(own) ? name.slice(0, dot) : name;
  const ending = isTrue ? name.slice(dot) : `.${extension}`;
  return `${fit(stem.trim() || 'file', MAX_CHARACTERS - ending.length)}${ending}`;
}

function requireLength(field: string, name: string, most: number): void {
  const { length } = [...name];
  if (length <= most) return;
  throw invalidField(field, `is ${length} characters long; at most ${most} are allowed.`);
}

const emptyName = (field: string) => invalidField(field, 'must have at least one visible character.');
