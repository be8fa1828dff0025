import type { TSchema } from '@sinclair/typebox';
import { blockSchemas, TemplateSettings } from '../../../mail/model/index.ts';

type Fields = Record<string, unknown>;

/**
 * A block as a model wrote it, without what it filled in for completeness: null, and fields other types have. What is
 * left is checked like anybody's.
 */
export function tidyBlock(value: unknown): unknown {
  if (!isObject(value) || typeof value.type !== 'string') return value;
  const schema = blockSchemas.get(value.type);
  if (schema === undefined) return value;
  const tidy = tidyFields(schema, value);
  if (!Array.isArray(value.children) || !('children' in schema.properties)) return tidy;
  const children = value.children.map((list) => (Array.isArray(list) ? list.map(tidyBlock) : list));
  return { ...tidy, children };
}

/** As `tidyBlock`, for settings. */
export function tidySettings(value: unknown): unknown {
  if (value === null || value === undefined) return {};
  return isObject(value) ? tidyFields(TemplateSettings, value) : value;
}

function tidyFields(schema: TSchema, fields: Fields): Fields {
  const kept = Object.entries(fields).flatMap(([name, value]) => {
    const field: TSchema | undefined = Object.hasOwn(schema.properties, name)
      ? schema.properties[name]
      : undefined;
    if (field === undefined || value === null) return [];
    return [[name, tidyValue(field, value)] as const];
  });
  return Object.fromEntries(kept);
}

function tidyValue(field: TSchema, value: unknown): unknown {
  if (field.type === 'object' && field.properties && isObject(value)) return tidyFields(field, value);
  if (field.type === 'array' && field.items?.properties && Array.isArray(value)) {
    return value.map((item) => tidyValue(field.items, item));
  }
  return value;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
