import type { TSchema } from '@sinclair/typebox';
import { Errors, type ValueError } from '@sinclair/typebox/errors';
import { checkerOf } from './checker.ts';
import { isFields } from './record.ts';
import { blockSchemas, type TemplateContent, TemplateSettings } from './template-content.ts';

/**
 * Editors move on faster than this service: a field it knows may come in a form it does not know, such as a radius for
 * each corner. Saves of people keep such values; rendering and scoring read defaults in their place.
 */

/** A value that was replaced for reading. */
export interface ReplacedValue {
  /** Absent for the settings. */
  blockId?: string;
  /** Path from the block or the settings to the value. */
  steps: string[];
}

/** A content that readers can rely on, and the values in it that were replaced. */
interface ReadableContent {
  content: TemplateContent;
  replaced: ReplacedValue[];
}

/**
 * Replaces values of unknown forms: too small numbers by the smallest, other values by their default, and items of lists
 * are left out. Returns the same content if there are none.
 */
export function withKnownShapes(content: TemplateContent): ReadableContent {
  const replaced: ReplacedValue[] = [];
  const settings = readFields(content.settings, TemplateSettings, (steps) => replaced.push({ steps }));
  const blocks = readList(content.blocks, replaced);
  const isSame = settings === content.settings && blocks === content.blocks;
  return { content: isSame ? content : ({ ...content, settings, blocks } as TemplateContent), replaced };
}

/** Whether a fault found by the schema check is only the form of a value: it does not concern the structure of blocks. */
export function isUnknownShape({ path, value }: ValueError): boolean {
  const [first = '', ...inner] = path.slice(1).split('/');
  const last = inner.at(-1) ?? first;
  if (first === '' || first === 'children' || last === 'id' || last === 'type') return false;
  // A block without a required field is incomplete. Inside a field, its value may have another form.
  return value !== undefined || inner.length > 0;
}

/** The value at a JSON Pointer. Undefined if the path does not exist. */
export function valueAt(value: unknown, pointer: string): unknown {
  let found = value;
  for (const step of pointer.slice(1).split('/')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Record<string, unknown>)[step];
  }
  return found;
}

function readList<B>(blocks: readonly B[], replaced: ReplacedValue[]): readonly B[] {
  let read: B[] | undefined;
  for (const [index, block] of blocks.entries()) {
    const after = readBlock(block, replaced);
    if (after === block) continue;
    read ??= [...blocks];
    read[index] = after;
  }
  return read ?? blocks;
}

function readBlock<B>(block: B, replaced: ReplacedValue[]): B {
  const schema = isFields(block) && typeof block.type === 'string' ? blockSchemas.get(block.type) : undefined;
  if (!isFields(block) || schema === undefined) return block;
  const blockId = String(block.id);
  const whole = readFields(block, schema, (steps) => replaced.push({ blockId, steps }));
  const { children } = whole;
  if (whole.type !== 'section' || !Array.isArray(children)) return whole;
  const read = children.map((column) => (Array.isArray(column) ? readList(column, replaced) : column));
  return read.every((column, index) => column === children[index]) ? whole : { ...whole, children: read };
}

type Report = (steps: string[]) => void;

function readFields<F>(fields: F, schema: TSchema, report: Report): F {
  if (checkerOf(schema).check(fields)) return fields;
  return readValue(schema, fields, [], report) as F;
}

/** The value, or what is read in its place; undefined if it is to be left out. */
function readValue(schema: TSchema, value: unknown, steps: string[], report: Report): unknown {
  // The blocks of a section are read one by one.
  if (steps.length === 1 && steps[0] === 'children') return value;
  if (schema.type === 'object' && isFields(value)) return readObject(schema, value, steps, report);
  if (schema.type === 'array' && Array.isArray(value)) {
    return value
      .map((item, index) => readValue(schema.items, item, [...steps, `${index}`], report))
      .filter((item) => item !== undefined);
  }
  if (Errors(schema, [], value).First() === undefined) return value;
  report(steps);
  const smallest = smallestOf(schema);
  return typeof value === 'number' && smallest !== undefined && value < smallest
    ? smallest
    : makeDefault(schema);
}

function readObject(
  schema: TSchema,
  fields: Record<string, unknown>,
  steps: string[],
  report: Report,
): Record<string, unknown> | undefined {
  const read = { ...fields };
  for (const [key, field] of Object.entries<TSchema>(schema.properties)) {
    const isRequired = schema.required?.includes(key) === true;
    if (fields[key] === undefined && !isRequired) continue;
    const value = readValue(field, fields[key], [...steps, key], report);
    const filled =
      value === undefined && isRequired && field.type === 'object'
        ? readObject(field, {}, [], () => undefined)
        : value;
    if (filled !== undefined) read[key] = filled;
    else if (isRequired) return undefined;
    else delete read[key];
  }
  return read;
}

/** The least number that the schema, or a choice of it, accepts. */
function smallestOf(schema: TSchema): number | undefined {
  const choices: TSchema[] = schema.anyOf ?? [schema];
  return choices.find(({ minimum }) => minimum !== undefined)?.minimum;
}

function makeDefault(schema: TSchema): unknown {
  if (schema.default !== undefined) return structuredClone(schema.default);
  return schema.type === 'string' ? '' : undefined;
}
