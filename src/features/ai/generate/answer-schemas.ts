import type { TSchema } from '@sinclair/typebox';
import { blockSchemas, SectionBlock, TemplateSettings } from '../../../mail/model/index.ts';
import { asSchema, type PlainSchema } from '../model/request.ts';

/**
 * Fields that models are not shown: ids, fields that only editors use, fields that need knowledge of the customer's
 * systems, and rarely used fields, because each field costs tokens. Changes by a model keep them.
 */
const HIDDEN_FIELDS = new Set([
  'id',
  'placeholderUrl',
  'displayCondition',
  'linkOpenInNewTab',
  'openInNewTab',
  'border',
  'paragraphSpacing',
  'direction',
  'columnStyles',
  'lines',
  'cellSpace',
]);

/** Block types that models do not write: customers define custom blocks. */
const HIDDEN_TYPES = new Set(['custom']);

/** Schemas of the blocks a model writes, by type. */
export const shownBlocks: ReadonlyMap<string, TSchema> = new Map(
  [...blockSchemas].filter(([type]) => !HIDDEN_TYPES.has(type)),
);

/** The fields of a schema that are shown to a model, without `type`. */
export function shownFields(schema: TSchema): [name: string, field: TSchema][] {
  return Object.entries<TSchema>(schema.properties).filter(
    ([name]) => name !== 'type' && !HIDDEN_FIELDS.has(name),
  );
}

/**
 * One object schema with the fields of all block types. A union of the types would be ten times as long, and local
 * models fill it in worse. `blockGuide` tells the model which fields belong to which type, and `parseContent` checks
 * it.
 */
export const flatBlock: PlainSchema = makeFlatBlock();

/** Settings of the mail, none of them required. */
export const flatSettings: PlainSchema = flatObject(shownFields(TemplateSettings), []);

function makeFlatBlock(): PlainSchema {
  const leaves = [...shownBlocks].filter(([type]) => type !== 'section');
  const leaf = makeFlat(leaves);
  const section = shownFields(SectionBlock).filter(([name]) => name !== 'children' && name !== 'styles');
  const types = { type: 'string', enum: [...shownBlocks.keys()] };
  return {
    ...leaf,
    properties: {
      ...(leaf.properties as object),
      type: types,
      ...Object.fromEntries(section.map(([name, field]) => [name, flatten([field])])),
      children: { type: 'array', items: { type: 'array', items: leaf } },
    },
  };
}

function makeFlat(blocks: readonly [string, TSchema][]): PlainSchema {
  const fields = Map.groupBy(
    blocks.flatMap(([, schema]) => shownFields(schema)),
    ([name]) => name,
  );
  const properties = [...fields].map(([name, same]) => [name, flatten(same.map(([, field]) => field))]);
  return {
    type: 'object',
    properties: {
      type: { type: 'string', enum: blocks.map(([type]) => type) },
      ...Object.fromEntries(properties),
    },
    required: ['type'],
  };
}

/** One schema for all fields of the same name: it accepts what any of them accepts. */
function flatten(fields: readonly TSchema[]): PlainSchema {
  const first = fields[0] as TSchema;
  const choices = fields.flatMap((field) => (field.anyOf as TSchema[] | undefined) ?? [field]);
  if (choices.every(({ const: value }) => value !== undefined)) return flatChoice(choices);
  // If a field takes a number or an object, models write the number.
  const simple = choices.filter(({ type }) => type !== 'object');
  const types = [...new Set((simple.length > 0 ? simple : choices).map(typeOf))];
  // For example a number or "full". The guide in the prompt says which values a field takes.
  if (types.length > 1) return { type: types };
  if (first.type === 'array') return { type: 'array', items: flatten([first.items]) };
  if (first.type === 'object') return flatObject(shownFields(first), first.required ?? []);
  return { type: types[0] };
}

function flatChoice(choices: readonly TSchema[]): PlainSchema {
  const values = [...new Set(choices.map(({ const: value }) => value))];
  const types = [...new Set(choices.map(typeOf))];
  return types.length === 1 ? { type: types[0], enum: values } : { type: types };
}

function typeOf({ type, const: value }: TSchema): string {
  return value === undefined ? type : typeof value;
}

function flatObject(fields: readonly [string, TSchema][], required: readonly string[]): PlainSchema {
  const needed = fields.filter(([name, field]) => required.includes(name) && field.default === undefined);
  const mustHave = needed.filter(([, { type }]) => type !== 'object').map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field]) => [name, flatten([field])])),
    ...(mustHave.length > 0 && { required: mustHave }),
  };
}

const text = { type: 'string' };
const texts = { type: 'array', items: text };

/** The schema of a model's answer that creates a mail. */
export const CreatedAnswer: TSchema = asSchema({
  type: 'object',
  properties: {
    reply: text,
    name: text,
    subject: text,
    notes: texts,
    settings: flatSettings,
    blocks: { type: 'array', items: flatBlock },
  },
  required: ['reply', 'name', 'subject', 'settings', 'blocks'],
});

/** The schema of a model's answer that changes a mail. */
export const ChangedAnswer: TSchema = asSchema({
  type: 'object',
  properties: {
    reply: text,
    touches: texts,
    operations: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          op: { type: 'string', enum: ['update', 'add', 'move', 'delete', 'update_settings'] },
          id: text,
          fields: { type: 'object' },
          block: flatBlock,
          after: text,
          before: text,
          section: text,
          column: { type: 'integer' },
          index: { type: 'integer' },
        },
        required: ['op'],
      },
    },
  },
  required: ['reply', 'touches', 'operations'],
});

/** The schema of a model's answer that lists the blocks it needs to see. */
export const ChosenAnswer: TSchema = asSchema({
  type: 'object',
  properties: { ids: texts },
  required: ['ids'],
});
