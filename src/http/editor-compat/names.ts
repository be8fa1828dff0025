/**
 * How an editor writes names. The service and editors up to 0.35 write `snake` (`folder_id`), editors since 0.36 `camel`
 * (`folderId`).
 */
export type Spelling = 'snake' | 'camel';

export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Names that editors since 0.36 have changed in more than the spelling. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['alt_text', 'alt'],
  ['is_autosave', 'isAutomatic'],
]);
const RENAMED_BACK: ReadonlyMap<string, string> = new Map([...RENAMED].map(([own, camel]) => [camel, own]));

/** Fields of answers that editors read. */
export const READ_FIELDS = translate(
  // token, health
  ...['expires_at', 'project_id', 'test_email', 'allowed_emails', 'app_key'],
  // config
  ...['ai_generation', 'saved_modules', 'template_count'],
  ...['max_file_size_mb', 'max_templates', 'media_categories', 'storage_limit_bytes'],
  ...['use_media_library', 'mime_types', 'max_file_size', 'used_bytes', 'limit_bytes'],
  // versions and comments
  ...['template_id', 'is_autosave', 'created_at', 'updated_at', 'block_id', 'parent_id', 'resolved_at'],
  // media
  ...['mime_type', 'alt_text', 'template_names', 'per_page', 'next_cursor', 'prev_cursor'],
  // conversations
  'conversation_id',
).camel;

/** Fields of editors since 0.36 that depend on two fields. They are added where the first of these is present. */
export const COMBINED_FIELDS: readonly {
  name: string;
  from: readonly [string, string];
  make(a: unknown, b: unknown): unknown;
}[] = [
  { name: 'author', from: ['author_identifier', 'author_name'], make: toPerson },
  { name: 'resolvedBy', from: ['resolved_by_identifier', 'resolved_by_name'], make: toPerson },
  { name: 'thumbnailUrl', from: ['small_url', 'medium_url'], make: (small, medium) => small ?? medium },
  // Of files only: editors do not read the folder of a template.
  { name: 'folderId', from: ['folder_id', 'filename'], make: (folder) => folder },
];

function toPerson(id: unknown, name: unknown): object | null {
  return id === null ? null : { id, name };
}

/** Events, operations and fields of operations in realtime. */
export const EVENTS = translate('client-block_locked', 'client-block_unlocked');
export const OPERATIONS = translate(
  ...['add_block', 'update_block', 'delete_block', 'move_block', 'update_settings', 'set_content'],
  'update_block_style',
);
export const OPERATION_FIELDS = translate('block_id', 'section_id', 'column_index');

/** For each spelling, its names by the names of the other spelling. */
export type Translation = Record<Spelling, ReadonlyMap<string, string>>;

/** `names`: of the service. */
function translate(...names: readonly string[]): Translation {
  const pairs = names.map((name) => [name, toCamelName(name)] as const);
  return { camel: new Map(pairs), snake: new Map(pairs.map(([own, camel]) => [camel, own])) };
}

/** A name of the service as editors since 0.36 write it. A name of one word stays the same. */
export function toCamelName(name: string): string {
  return (
    RENAMED.get(name) ?? name.replace(/(?<=[a-z\d])_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  );
}

/** The name of the service for a name in camel case; undefined for another name. */
export function fromCamelName(name: string): string | undefined {
  const own = RENAMED_BACK.get(name) ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return own !== name && toCamelName(own) === name ? own : undefined;
}
