import { OptionalKind, type TSchema } from '@sinclair/typebox';
import { LeafBlock } from './blocks/leaf.ts';
import { commonFields } from './common.ts';
import { canBeFilled } from './defaults.ts';
import { blockSchemas, TemplateContent, TemplateSettings } from './template-content.ts';

/** Definitions printed so far, by name. */
type Definitions = Map<string, string>;

const HEADER = `// Content of an email template. This is the full form, which the service returns. When writing, leave out
// any "id" and any field with a default: the service fills them in. Unknown fields are kept.
// Rich text and URLs may contain merge tags such as {{ name }}; they are kept as they are.`;

/**
 * TypeScript definitions of all block types, their parts and TemplateContent, with a doc comment on every field,
 * printed from the schemas. Compact, because language models read it, at a price per token.
 */
export function blockSchemaSource(): string {
  const definitions: Definitions = new Map();
  const common = printFields(commonFields, Object.keys(commonFields), definitions);
  const base = `interface BaseBlock {\n  /** Unique in the template. Made by the service when omitted. */\n  id: string;\n${common}\n}`;
  const blocks = [...blockSchemas.values()].map((schema) => printBlock(schema, definitions));
  const names = [...blockSchemas.values()].map((schema) => schema.title);
  const unions = [
    `type Block = ${names.join(' | ')};`,
    '/** A section cannot be inside a section. */\ntype LeafBlock = Exclude<Block, SectionBlock>;',
  ];
  const settings = printType(TemplateSettings, definitions);
  const content = `interface TemplateContent {\n  /** ${TemplateContent.properties.blocks.description} */\n  blocks: Block[];\n  settings: ${settings};\n}`;
  return [HEADER, ...definitions.values(), base, ...blocks, ...unions, content].join('\n').concat('\n');
}

function printBlock(schema: TSchema, definitions: Definitions): string {
  const own = Object.keys(schema.properties).filter((key) => !(key in commonFields) && key !== 'id');
  const fields = printFields(schema.properties, own, definitions);
  return `/** ${schema.description} */\ninterface ${schema.title} extends BaseBlock {\n${fields}\n}`;
}

function printFields(fields: Record<string, TSchema>, keys: string[], definitions: Definitions): string {
  return keys.map((key) => printField(key, fields[key] as TSchema, definitions)).join('\n');
}

function printField(key: string, field: TSchema, definitions: Definitions): string {
  const mark = isOptional(field) ? '?' : '';
  if (key === 'type') return `  type: ${printType(field, definitions)};`;
  return `  /** ${describeField(field)} */\n  ${key}${mark}: ${printType(field, definitions)};`;
}

function describeField(field: TSchema): string {
  if (field.default !== undefined) return `${field.description} Default ${JSON.stringify(field.default)}.`;
  const isOmissible = !isOptional(field) && field.properties && canBeFilled('', field);
  return isOmissible ? `${field.description} May be left out when writing.` : `${field.description}`;
}

function isOptional(field: TSchema): boolean {
  return OptionalKind in field;
}

/** The type of a field; a schema with a title becomes a definition when it is first used. */
function printType(schema: TSchema, definitions: Definitions): string {
  if (!schema.title) return printInline(schema, definitions);
  if (!definitions.has(schema.title)) definitions.set(schema.title, printDefinition(schema, definitions));
  return schema.title;
}

function printDefinition(schema: TSchema, definitions: Definitions): string {
  if (!schema.properties) return `type ${schema.title} = ${printInline(schema, definitions)};`;
  const fields = printFields(schema.properties, Object.keys(schema.properties), definitions);
  return `interface ${schema.title} {\n${fields}\n}`;
}

function printInline(schema: TSchema, definitions: Definitions): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  // The list of blocks in a column: too long to spell out.
  if (schema === LeafBlock) return 'LeafBlock';
  if (schema.anyOf) return schema.anyOf.map((choice: TSchema) => printType(choice, definitions)).join(' | ');
  if (schema.type === 'array') return `${printType(schema.items, definitions)}[]`;
  return schema.type === 'object' ? 'Record<string, unknown>' : schema.type;
}

/**
 * The schema of what a writer may send: as TemplateContent, with the ids and the fields that have a default
 * optional. It is documentation; parseContent checks.
 */
export const contentInputSchema: TSchema = toInputForm(TemplateContent, new Map());

/** `done` keeps parts that are shared, such as the blocks inside and outside sections, from being made twice. */
function toInputForm(schema: TSchema, done: Map<TSchema, TSchema>): TSchema {
  const known = done.get(schema);
  if (known) return known;
  const input = { ...schema };
  done.set(schema, input);
  if (schema.title) input.title = `${schema.title}Input`;
  if (schema.items) input.items = toInputForm(schema.items, done);
  if (schema.anyOf) input.anyOf = schema.anyOf.map((choice: TSchema) => toInputForm(choice, done));
  if (!schema.properties) return input;
  const fields = Object.entries<TSchema>(schema.properties);
  input.properties = Object.fromEntries(fields.map(([key, field]) => [key, toInputForm(field, done)]));
  const required: string[] = schema.required ?? [];
  input.required = required.filter((key) => !canBeFilled(key, schema.properties[key]));
  return input;
}
