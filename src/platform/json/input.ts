import type { Static, TSchema } from '@sinclair/typebox';
import { type TypeCheck, TypeCompiler, type ValueError, ValueErrorType } from '@sinclair/typebox/compiler';
import { Value } from '@sinclair/typebox/value';
import { type FieldErrors, validationFailed } from '../errors.ts';
import { refuseUnsafeValues } from './unsafe-value.ts';

/** Most fields in one error. */
const MAX_FIELD_ERRORS = 50;

const MAX_CHECKED_ITEMS = 10_000;

const checkers = new WeakMap<TSchema, TypeCheck<TSchema>>();

/** The compiled checker of a schema. It is compiled at first use and cached. */
export function checkerOf(schema: TSchema): TypeCheck<TSchema> {
  let checker = checkers.get(schema);
  if (checker === undefined) {
    checker = TypeCompiler.Compile(schema);
    checkers.set(schema, checker);
  }
  return checker;
}

/**
 * Checks input against a schema and returns it typed, with the defaults of missing top-level properties.
 * Throws `validation_failed` naming each wrong field, and for what `refuseUnsafeValues` refuses.
 */
export function parseInput<Schema extends TSchema>(schema: Schema, input: unknown): Static<Schema> {
  return parseWith(checkerOf(schema), schema, input);
}

/** Like `parseInput`, for small input that a process reads once: compiling a checker takes longer than the check. */
export function parseInputOnce<Schema extends TSchema>(schema: Schema, input: unknown): Static<Schema> {
  const checker = {
    Check: (value: unknown) => Value.Check(schema, value),
    Errors: (value: unknown) => Value.Errors(schema, value),
  };
  return parseWith(checker, schema, input);
}

function parseWith<Schema extends TSchema>(
  checker: Pick<TypeCheck<TSchema>, 'Check' | 'Errors'>,
  schema: Schema,
  input: unknown,
): Static<Schema> {
  refuseUnsafeValues(input);
  const filled = fillDefaults(schema, input);
  if (!checker.Check(filled)) throw validationFailed(describeErrors(checker.Errors(filled)));
  return filled as Static<Schema>;
}

const defaults = new WeakMap<TSchema, [name: string, value: unknown][]>();

/** The defaults of a schema's top-level properties, computed at first use and cached. */
function defaultsOf(schema: TSchema): [name: string, value: unknown][] {
  let found = defaults.get(schema);
  if (found === undefined) {
    const all = Object.entries<TSchema>(schema.properties ?? {}).map(
      ([name, property]): [string, unknown] => [name, property.default],
    );
    found = all.filter(([, value]) => value !== undefined);
    defaults.set(schema, found);
  }
  return found;
}

/** Adds the defaults of missing top-level properties, in a copy. Complete input is returned unchanged. */
function fillDefaults(schema: TSchema, input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const missing = defaultsOf(schema).filter(([name]) => !Object.hasOwn(input, name));
  return missing.length === 0 ? input : { ...input, ...Object.fromEntries(missing) };
}

/** JSON Pointer `/a/0/b` → dotted `a.0.b`, the form error bodies use. */
export function toFieldPath(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
}

function describeErrors(errors: Iterable<ValueError>): FieldErrors {
  const fields: FieldErrors = {};
  for (const error of errors) {
    const field = toFieldPath(error.path);
    // The first error of a field is the most useful: "required" comes before "expected string".
    if (Object.hasOwn(fields, field)) continue;
    fields[field] = [describeError(error)];
    if (Object.keys(fields).length === MAX_FIELD_ERRORS || isHugeList(error)) break;
  }
  return fields;
}

/** Whether a list is far too long, so that the search for more errors would check all of its items. */
function isHugeList({ type, value }: ValueError): boolean {
  return type === ValueErrorType.ArrayMaxItems && (value as unknown[]).length > MAX_CHECKED_ITEMS;
}

function describeError(error: ValueError): string {
  if (error.type === ValueErrorType.ObjectRequiredProperty) return 'is required.';
  if (error.type === ValueErrorType.ObjectAdditionalProperties) return describeUnknown(error.schema);
  if (error.type === ValueErrorType.Union && error.schema.anyOf !== undefined) {
    const inner = findErrorOfType(error);
    return inner ? describeError(inner) : `must be ${describeAlternatives(error.schema.anyOf)}.`;
  }
  if (error.type === ValueErrorType.Literal) return `must be ${JSON.stringify(error.schema.const)}.`;
  const demand = describeBound(error) ?? describePattern(error);
  if (demand !== undefined) return `must ${demand}.`;
  // TypeBox messages have the form "Expected integer".
  return `must be ${withArticle(error.message.replace(/^Expected /, ''))}.`;
}

function withArticle(type: string): string {
  if (!/^\w+$/.test(type) || type === 'null') return type;
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

/** `schema`: of the object with the unknown field. */
function describeUnknown({ properties = {} }: TSchema): string {
  const known = Object.keys(properties);
  return known.length === 0 ? 'is not known here.' : `is not known here. Known are: ${known.join(', ')}.`;
}

/** The error of the alternative that has the value's type: "at most 2000 characters" rather than "a string or null". */
function findErrorOfType({ path, errors }: ValueError): ValueError | undefined {
  return errors
    .map((alternative) => alternative.First())
    .find((first) => first?.path === path && (describeBound(first) ?? describePattern(first)) !== undefined);
}

/** The text with which the schema describes its pattern. */
function describePattern({ type, schema }: ValueError): string | undefined {
  const inWords = schema['x-expected'];
  return type === ValueErrorType.StringPattern && inWords !== undefined ? `be ${inWords}` : undefined;
}

/** The limit of the schema that the value exceeds; undefined for other errors. */
function describeBound({ type, schema }: ValueError): string | undefined {
  switch (type) {
    case ValueErrorType.IntegerMinimum:
      return `be at least ${schema.minimum}`;
    case ValueErrorType.IntegerMaximum:
      return `be at most ${schema.maximum}`;
    case ValueErrorType.StringMinLength:
      return schema.minLength === 1
        ? 'not be empty'
        : `have at least ${count(schema.minLength, 'character')}`;
    case ValueErrorType.StringMaxLength:
      return `have at most ${count(schema.maxLength, 'character')}`;
    case ValueErrorType.ArrayMinItems:
      return `have at least ${count(schema.minItems, 'item')}`;
    case ValueErrorType.ArrayMaxItems:
      return `have at most ${count(schema.maxItems, 'item')}`;
    default:
      return undefined;
  }
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** `one of: "a", "b"`, or `a string or null`. */
function describeAlternatives(alternatives: TSchema[]): string {
  const all = alternatives.flatMap((one): TSchema[] => one.anyOf ?? [one]);
  const texts = all.map((one) =>
    'const' in one ? JSON.stringify(one.const) : withArticle(one.type ?? 'object'),
  );
  if (all.every((one) => 'const' in one)) return `one of: ${texts.join(', ')}`;
  return [texts.slice(0, -1).join(', '), texts.at(-1)].join(' or ');
}
