import type { Static, TSchema } from '@sinclair/typebox';
import { type TypeCheck, TypeCompiler, type ValueError, ValueErrorType } from '@sinclair/typebox/compiler';
import { type FieldErrors, validationFailed } from './errors.ts';

/** Nesting that any honest input stays far below; deeper input could exhaust the stack of whoever walks it. */
export const MAX_INPUT_DEPTH = 100;

/** Fields named in one answer; more would help nobody. */
const MAX_FIELD_ERRORS = 50;

const checkers = new WeakMap<TSchema, TypeCheck<TSchema>>();

/** The compiled checker of a schema, compiled at first use and kept. */
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
 * Throws `validation_failed` naming each wrong field. Also refuses, wherever they stand, nesting beyond
 * `MAX_INPUT_DEPTH`, NUL characters, lone surrogates and numbers beyond the largest: they would not come back as sent.
 */
export function parseInput<Schema extends TSchema>(schema: Schema, input: unknown): Static<Schema> {
  const unsafe = findUnsafeValue(input, 0);
  if (unsafe !== undefined) throw validationFailed({ [unsafe.path.join('.')]: [unsafe.message] });
  const filled = fillDefaults(schema, input);
  const checker = checkerOf(schema);
  if (!checker.Check(filled)) throw validationFailed(describeErrors(checker.Errors(filled)));
  return filled as Static<Schema>;
}

/** Adds the defaults of missing top-level properties, in a copy; input that lacks none is returned as it is. */
function fillDefaults(schema: TSchema, input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const properties: Record<string, TSchema> = schema.properties ?? {};
  const missing = Object.entries(properties).filter(
    ([name, property]) => property.default !== undefined && !Object.hasOwn(input, name),
  );
  if (missing.length === 0) return input;
  return { ...input, ...Object.fromEntries(missing.map(([name, property]) => [name, property.default])) };
}

/** JSON Pointer `/a/0/b` → dotted `a.0.b`, the form error bodies use. */
export function toFieldPath(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
}

interface UnsafeValue {
  /** Steps from the input to the value. */
  path: string[];
  message: string;
}

/** Steps of a path worth naming: a path of a hundred steps explains nothing. */
const MAX_NAMED_STEPS = 5;

/** The path is put together on the way back from a fault, so that input without one costs no texts. */
function findUnsafeValue(value: unknown, depth: number): UnsafeValue | undefined {
  if (typeof value === 'string') return describeUnsafeString(value);
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return { path: [], message: 'is a number too large to be kept.' };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= MAX_INPUT_DEPTH) {
    return { path: [], message: `is nested more than ${MAX_INPUT_DEPTH} levels deep.` };
  }
  for (const key in value) {
    const found =
      describeUnsafeString(key) ?? findUnsafeValue((value as Record<string, unknown>)[key], depth + 1);
    if (found === undefined) continue;
    found.path = [key, ...found.path].slice(0, MAX_NAMED_STEPS);
    return found;
  }
  return undefined;
}

function describeUnsafeString(text: string): UnsafeValue | undefined {
  if (text.includes('\0')) {
    return { path: [], message: 'contains a NUL character (\\u0000); leave it out.' };
  }
  if (!text.isWellFormed()) {
    return {
      path: [],
      message: 'contains half of a surrogate pair (broken Unicode); send whole characters.',
    };
  }
  return undefined;
}

function describeErrors(errors: Iterable<ValueError>): FieldErrors {
  const fields: FieldErrors = {};
  for (const error of errors) {
    const field = toFieldPath(error.path);
    // The first complaint about a field is the useful one: "required" comes before "expected string".
    if (Object.hasOwn(fields, field)) continue;
    fields[field] = [describeError(error)];
    if (Object.keys(fields).length === MAX_FIELD_ERRORS) break;
  }
  return fields;
}

function describeError(error: ValueError): string {
  if (error.type === ValueErrorType.ObjectRequiredProperty) return 'is required.';
  if (error.type === ValueErrorType.Union && error.schema.anyOf !== undefined) {
    return `must be one of: ${describeAlternatives(error.schema.anyOf)}.`;
  }
  // A pattern explains nothing to a person; its schema says in words what it stands for.
  const inWords = error.schema['x-expected'];
  if (error.type === ValueErrorType.StringPattern && inWords !== undefined) return `must be ${inWords}.`;
  const bound = describeBound(error);
  if (bound !== undefined) return `must ${bound}.`;
  // TypeBox says "Expected integer" and the like.
  const expectation = error.message.replace(/^Expected /, '');
  const article = /^[aeiou]/.test(expectation) ? 'an ' : 'a ';
  return `must be ${/^\w+$/.test(expectation) ? article : ''}${expectation}.`;
}

/** What a limit of the schema demands; undefined for errors that are not about one. */
function describeBound({ type, schema }: ValueError): string | undefined {
  switch (type) {
    case ValueErrorType.IntegerMinimum:
      return `be at least ${schema.minimum}`;
    case ValueErrorType.IntegerMaximum:
      return `be at most ${schema.maximum}`;
    case ValueErrorType.StringMinLength:
      return schema.minLength === 1 ? 'not be empty' : `have at least ${schema.minLength} characters`;
    case ValueErrorType.StringMaxLength:
      return `have at most ${schema.maxLength} characters`;
    case ValueErrorType.ArrayMinItems:
      return `have at least ${schema.minItems} items`;
    case ValueErrorType.ArrayMaxItems:
      return `have at most ${schema.maxItems} items`;
    default:
      return undefined;
  }
}

function describeAlternatives(alternatives: TSchema[]): string {
  return alternatives
    .map((alternative) => ('const' in alternative ? JSON.stringify(alternative.const) : alternative.type))
    .join(', ');
}
