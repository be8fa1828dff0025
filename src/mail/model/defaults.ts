import type { TSchema } from '@sinclair/typebox';
import { countColumns } from './blocks/section.ts';
import { isEqual } from './diff/diff-fields.ts';
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

/** Makes the ids that one content lacks, and counts the bytes of filled-in fields: filling stops when it becomes too large. */
export class FillContext {
  readonly makeId: MakeId;
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(makeId: MakeId, maxBytes: number) {
    this.makeId = makeId;
    this.#maxBytes = maxBytes;
  }

  /** Whether the filled fields have more bytes than a content may have. The rest is not filled then. */
  get isTooLarge(): boolean {
    return this.#bytes > this.#maxBytes;
  }

  /** Counts a filled part. `bytes`: a lower bound of what it adds to the JSON text. */
  add(bytes: number): void {
    this.#bytes += bytes;
  }
}

/** A field that can be filled, or has fields inside that can be. */
interface FieldPlan {
  key: string;
  field: TSchema;
  /** Whether a missing field is filled. */
  isFilled: boolean;
  /** Bytes that its default adds to the JSON text; 0 without a default. */
  bytes: number;
}

const plans = new WeakMap<TSchema, readonly FieldPlan[]>();

/** The fields that can be filled, or hold such fields. Made once, because a content has thousands of blocks. */
function planOf(schema: TSchema): readonly FieldPlan[] {
  let plan = plans.get(schema);
  if (plan === undefined) {
    const required = requiredKeys(schema);
    plan = Object.entries<TSchema>(schema.properties)
      .map(([key, field]) => ({
        key,
        field,
        isFilled: required.includes(key) && canBeFilled(key, field),
        bytes: field.default === undefined ? 0 : JSON.stringify({ [key]: field.default }).length - 1,
      }))
      .filter(({ field, isFilled }) => isFilled || holdsObjects(field));
    plans.set(schema, plan);
  }
  return plan;
}

function holdsObjects(field: TSchema): boolean {
  return field.type === 'object' || (field.type === 'array' && field.items.type === 'object');
}

/**
 * Fills the missing required fields of an object, and of the objects inside it, from the schema's defaults.
 * Never changes its input: copies an object only when something in it is filled, and returns the very same
 * object otherwise. Fields of a wrong type stay as they are, for the check that follows to report.
 */
export function fillDefaults(schema: TSchema, value: Fields, context: FillContext): Fields {
  let filled: Fields | undefined;
  for (const plan of planOf(schema)) {
    const before = value[plan.key];
    if (before === undefined && !plan.isFilled) continue;
    const after = before === undefined ? makeField(plan, context) : fillInside(plan.field, before, context);
    if (after === before) continue;
    filled ??= { ...value };
    filled[plan.key] = after;
  }
  return filled ?? value;
}

/**
 * The reverse of fillDefaults: an object, and the objects inside it, without the fields that it would fill in with the same
 * value, and without ids. Never changes its input.
 */
export function stripDefaults(schema: TSchema, value: Fields): Fields {
  const stripped = { ...value };
  for (const { key, field, isFilled } of planOf(schema)) {
    if (!Object.hasOwn(value, key)) continue;
    const inside = stripInside(field, value[key]);
    if (isFilled && (key === 'id' || isDefault(field, value[key], inside))) delete stripped[key];
    else stripped[key] = inside;
  }
  return stripped;
}

function stripInside(field: TSchema, value: unknown): unknown {
  if (field.type === 'object' && isFields(value)) return stripDefaults(field, value);
  if (field.type !== 'array' || field.items.type !== 'object' || !Array.isArray(value)) return value;
  return value.map((item) => (isFields(item) ? stripDefaults(field.items, item) : item));
}

function isDefault(field: TSchema, value: unknown, stripped: unknown): boolean {
  if (field.default !== undefined) return isEqual(value, field.default);
  return isFields(stripped) && Object.keys(stripped).length === 0;
}

/** As fillDefaults, for a block of the given schema; a section without `children` gets an empty list per column. */
export function fillBlock(schema: TSchema, block: Fields, context: FillContext): Fields {
  context.add(String(block.type).length + '{"type":""}'.length);
  const isBareSection = block.type === 'section' && block.children === undefined;
  if (!isBareSection) return fillDefaults(schema, block, context);
  const children = makeColumns(block.columns);
  context.add('"children":[],'.length + children.length * '[]'.length);
  return fillDefaults(schema, { ...block, children }, context);
}

function makeColumns(layout: unknown): unknown[][] {
  return Array.from({ length: countColumns(layout) }, () => []);
}

function makeField({ key, field, bytes }: FieldPlan, context: FillContext): unknown {
  if (key === 'id') {
    const id = context.makeId();
    context.add(id.length + '"id":"",'.length);
    return id;
  }
  if (field.default === undefined) {
    // Without a comma, because each field inside counts one.
    context.add(key.length + '"":{}'.length);
    return fillDefaults(field, {}, context);
  }
  context.add(bytes);
  return copyDefault(field.default);
}

function copyDefault(value: unknown): unknown {
  // Faster than a clone, and the usual case: the cells of a row, the items of a menu.
  if (Array.isArray(value) && value.length === 0) return [];
  return typeof value === 'object' ? structuredClone(value) : value;
}

function fillInside(field: TSchema, value: unknown, context: FillContext): unknown {
  if (field.type === 'object' && isFields(value)) return fillDefaults(field, value, context);
  if (field.type !== 'array' || field.items.type !== 'object' || !Array.isArray(value)) return value;
  let filled: unknown[] | undefined;
  for (const [index, item] of value.entries()) {
    if (context.isTooLarge) break;
    const after = isFields(item) ? fillDefaults(field.items, item, context) : item;
    if (after === item) continue;
    filled ??= [...value];
    filled[index] = after;
  }
  return filled ?? value;
}

function requiredKeys(schema: TSchema): string[] {
  return schema.required ?? [];
}
