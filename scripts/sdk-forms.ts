import { resolve } from 'node:path';
import { OptionalKind, type TSchema } from '@sinclair/typebox';
import { ColorField } from '../src/mail/model/common.ts';
import { blockSchemas, TemplateSettings } from '../src/mail/model/index.ts';

/** The file that this script writes: the forms of the editor, generated from the block schema. */
export const FORMS_FILE = resolve(import.meta.dir, '../src/sdk/editor/forms.generated.ts');

/** Texts that are not one plain line, by block type or title of the schema, and key. */
const TEXT_KINDS: Readonly<Record<string, string>> = {
  'title.content': 'rich-line',
  'paragraph.content': 'rich',
  'TableCell.content': 'rich-line',
  'html.content': 'lines',
  'custom.renderedHtml': 'lines',
  'image.src': 'picture',
  'image.placeholderUrl': 'picture',
  'video.thumbnailUrl': 'picture',
  'video.placeholderUrl': 'picture',
  'countdown.expiredImageUrl': 'picture',
  'countdown.targetDate': 'date',
};

interface Form {
  key: string;
  kind: string;
  optional?: true;
  default?: unknown;
  options?: unknown[];
  fields?: Form[];
}

/** The source of FORMS_FILE. */
export function printForms(): string {
  const forms = [...blockSchemas].map(([type, schema]) => [type, listFields(schema, type)]);
  return [
    '// Written by scripts/sdk-forms.ts from the schema of blocks: do not edit.',
    "import type { FieldForm } from './forms.ts';",
    '',
    '/** The fields of each block type, without id, type and the blocks inside a section. */',
    `export const BLOCK_FORMS: Readonly<Record<string, readonly FieldForm[]>> = ${JSON.stringify(Object.fromEntries(forms))};`,
    '',
    '/** The fields of the settings. */',
    `export const SETTINGS_FORM: readonly FieldForm[] = ${JSON.stringify(listFields(TemplateSettings, 'settings'))};`,
    '',
  ].join('\n');
}

function listFields(schema: TSchema, owner: string): Form[] {
  return Object.entries<TSchema>(schema.properties)
    .filter(([key]) => key !== 'id' && key !== 'type' && !(owner === 'section' && key === 'children'))
    .map(([key, field]) => describeField(key, field, owner));
}

function describeField(key: string, schema: TSchema, owner: string): Form {
  return {
    key,
    ...describeKind(key, schema, owner),
    ...(OptionalKind in schema && { optional: true as const }),
    ...(schema.default !== undefined && { default: schema.default }),
  };
}

function describeKind(key: string, schema: TSchema, owner: string): Omit<Form, 'key'> {
  if (schema.anyOf !== undefined) return describeChoices(schema.anyOf);
  if (schema.type === 'string') return { kind: kindOfText(key, schema, owner) };
  if (schema.type === 'boolean') return { kind: 'flag' };
  if (schema.type === 'number') return { kind: 'number' };
  const title = schema.title ?? owner;
  // Lists of numbers, such as the widths of columns.
  if (schema.type === 'array' && schema.items.type !== 'object') return { kind: 'json' };
  if (schema.type === 'array')
    return { kind: 'list', fields: listFields(schema.items, schema.items.title ?? title) };
  if (schema.type !== 'object')
    throw new Error(`There is no form for ${owner}.${key}: say here how it is edited.`);
  const keys = Object.keys(schema.properties);
  if (keys.length === 0) return { kind: 'json' };
  const fields = listFields(schema, title);
  if (keys.join() !== 'top,right,bottom,left' || fields.some(({ kind }) => kind !== 'number'))
    return { kind: 'group', fields };
  return { kind: 'sides', default: Object.fromEntries(fields.map((side) => [side.key, side.default])) };
}

function describeChoices(choices: TSchema[]): Omit<Form, 'key'> {
  const constants = choices.flatMap((choice) => (choice.const === undefined ? [] : [choice.const]));
  if (constants.length === choices.length) return { kind: 'choice', options: constants };
  if (choices.some((choice) => choice.title === 'Corners')) return { kind: 'radius' };
  return { kind: 'size' };
}

function kindOfText(key: string, schema: TSchema, owner: string): string {
  if (ColorField in schema) return 'color';
  const special = TEXT_KINDS[`${owner}.${key}`];
  if (special !== undefined) return special;
  if (key === 'fontFamily') return 'font';
  return /url$/i.test(key) ? 'url' : 'text';
}

if (import.meta.main) {
  const { formatSource } = await import('./sdk-api.ts');
  await Bun.write(FORMS_FILE, await formatSource(printForms()));
  process.stdout.write(`wrote ${FORMS_FILE}\n`);
}
