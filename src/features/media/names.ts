import { cleanName, MAX_NAME_LENGTH, requireNameLength } from '../../platform/text/names.ts';
import { MEDIA_CATEGORIES } from '../projects/index.ts';

/** Alternative extensions of types. */
const ALIASES: Readonly<Record<string, readonly string[]>> = { jpg: ['jpeg', 'jpe', 'jfif'], mp4: ['m4v'] };

/** Extensions of media types, accepted or not. If one does not match the type, it is replaced. */
const MEDIA_EXTENSIONS = new Set([
  ...Object.values(MEDIA_CATEGORIES).flatMap(({ extensions }) => extensions),
  ...Object.values(ALIASES).flat(),
  ...['bmp', 'heic', 'heif', 'ico', 'm4a', 'mov', 'oga', 'ogv', 'tif', 'tiff', 'wave'],
]);

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
  requireNameLength('filename', name, Number.POSITIVE_INFINITY);
  return withExtension(name, extension, (stem, room) => {
    requireNameLength('filename', stem, room);
    return stem;
  });
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
  // `v1.2` has no extension, and `page.html` must not become the name of a picture by losing its end.
  const stem = isTrue || MEDIA_EXTENSIONS.has(own) ? name.slice(0, dot) : name;
  const ending = isTrue ? name.slice(dot) : `.${extension}`;
  return `${fit(stem.trim() || 'file', MAX_NAME_LENGTH - ending.length)}${ending}`;
}
