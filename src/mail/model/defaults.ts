import type { TSchema } from '@sinclair/typebox';
import { countColumns } from './blocks/section.ts';
import { type Fields, isFields } from './record.ts';

/** Makes the id of a block, icon, menu item, row or cell that came without one. */
export type MakeId = () => string;

/**
 * Whether a writer may leave a required field out: ids, fields with a default, and objects that consist of such.
 * Optional fields are never filled in, even if their schema has a default: an editor must get back what it
 * sent.
 */
export function canBeFilled(key: string, field: TSchema): boolean {
  if (key === 'id' || field.default !== undefined) return true;
  if (field.type !== 'object') return false;
  return requiredKeys(field).every((inner) => canBeFilled(inner, field.properties[inner]));
}

/**
 * Fills the missing required fields of an object, and of the objects inside it, from the schema's defaults.
 * Never changes its input: copies an object only when something in it is filled, and returns the very same
 * object otherwise. Fields of a wrong type stay as they are, for the check that follows to report.
 */
export function fillDefaults(schema: TSchema, value: Fields, makeId: MakeId): Fields {
  let filled: Fields | undefined;
  const required = requiredKeys(schema);
  for (const [key, field] of Object.entries<TSchema>(schema.properties)) {
    const before = value[key];
    if (before === undefined && !(required.includes(key) && canBeFilled(key, field))) continue;
    const after = before === undefined ? makeField(key, field, makeId) : fillInside(field, before, makeId);
    if (after === before) continue;
    filled ??= { ...value };
    filled[key] = after;
  }
  return filled ?? value;
}

/** As fillDefaults, for a block of the given schema; a section without `children` gets an empty list per column. */
export function fillBlock(schema: TSchema, block: Fields, makeId: MakeId): Fields {
  const isBareSection = block.type === 'section' && block.children === undefined;
  const start = isBareSection ? { ...block, children: makeColumns(block.columns) } : block;
  return fillDefaults(schema, start, makeId);
}

function makeColumns(layout: unknown): unknown[][] {
  return Array.from({ length: countColumns(layout) }, () => []);
}

function makeField(key: string, field: TSchema, makeId: MakeId): unknown {
  if (key === 'id') return makeId();
  if (field.default !== undefined) return structuredClone(field.default);
  return fillDefaults(field, {}, makeId);
}

function fillInside(field: TSchema, value: unknown, makeId: MakeId): unknown {
  if (field.type === 'object' && isFields(value)) return fillDefaults(field, value, makeId);
  if (field.type !== 'array' || field.items.type !== 'object' || !Array.isArray(value)) return value;
  let filled: unknown[] | undefined;
  for (const [index, item] of value.entries()) {
    const after = isFields(item) ? fillDefaults(field.items, item, makeId) : item;
    if (after === item) continue;
    filled ??= [...value];
    filled[index] = after;
  }
  return filled ?? value;
}

function requiredKeys(schema: TSchema): string[] {
  return schema.required ?? [];
}
