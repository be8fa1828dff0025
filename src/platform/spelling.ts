/**
 * How clients write names. The service writes `snake` (`folder_id`), as editors up to 0.35 do. Editors since 0.36 write
 * `camel` (`folderId`).
 */
export type Spelling = 'snake' | 'camel';

/** Names that current editors have changed in more than the spelling. */
const CAMEL_NAMES: ReadonlyMap<string, string> = new Map([
  ['alt_text', 'alt'],
  ['is_autosave', 'isAutomatic'],
]);

/** A name of the service as current editors write it. A name of one word stays the same. */
export function toCamelName(name: string): string {
  return (
    CAMEL_NAMES.get(name) ??
    name.replace(/(?<=[a-z\d])_([a-z\d])/g, (_, letter: string) => letter.toUpperCase())
  );
}
