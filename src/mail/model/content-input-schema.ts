import type { TSchema } from '@sinclair/typebox';
import { canBeFilled } from './defaults.ts';
import { TemplateContent } from './template-content.ts';

/**
 * The schema of what a writer may send: as TemplateContent, with the ids and the fields that have a default
 * optional. It documents; parseContent does the checking.
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
