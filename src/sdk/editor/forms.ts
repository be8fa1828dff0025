/** How a field is edited. */
type FieldKind =
  | 'text'
  | 'lines'
  | 'rich'
  | 'rich-line'
  | 'url'
  | 'picture'
  | 'date'
  | 'font'
  | 'color'
  | 'flag'
  | 'number'
  | 'choice'
  | 'size'
  | 'radius'
  | 'sides'
  | 'group'
  | 'list'
  | 'json';

/** A field of a form, as the block schema describes it. */
export interface FieldForm {
  key: string;
  kind: FieldKind;
  /** It may be absent. */
  optional?: true;
  /** The value of a new block, item or group; of optional fields, what an absent value means. */
  default?: unknown;
  /** Of a choice. */
  options?: readonly (string | number)[];
  /** Of a group, and of the items of a list. */
  fields?: readonly FieldForm[];
}

/** The value of a new block, item or group: the defaults of its required fields. */
export function makeDefaults(fields: readonly FieldForm[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.filter(({ optional }) => !optional).map((field) => [field.key, makeDefault(field)]),
  );
}

function makeDefault({ kind, default: given, fields }: FieldForm): unknown {
  if (given !== undefined) return structuredClone(given);
  if (kind === 'group') return makeDefaults(fields ?? []);
  if (kind === 'list') return [];
  if (kind === 'json') return {};
  if (kind === 'flag') return false;
  return kind === 'number' || kind === 'size' || kind === 'radius' ? 0 : '';
}
