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
 * `MAX_INPUT_DEPTH`, NUL characters and lone surrogates: no database or mail client carries them safely.
 */
export function parseInput<Schema extends TSchema>(schema: Schema, input: unknown): Static<Schema> {
  const unsafe = findUnsafeText(input, '', 0);
  if (unsafe !== undefined) throw validationFailed({ [unsafe.field]: [unsafe.message] });
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

interface UnsafeText {
  field: string;
  message: string;
}

function findUnsafeText(value: unknown, path: string, depth: number): UnsafeText | undefined {
  if (typeof value === 'string') return describeUnsafeString(value, path);
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= MAX_INPUT_DEPTH) {
    return { field: fieldStart(path), message: `is nested more than ${MAX_INPUT_DEPTH} levels deep.` };
  }
  for (const key in value) {
    const child = (value as Record<string, unknown>)[key];
    const isLeaf = typeof child !== 'object' && typeof child !== 'string';
    if (isLeaf && !key.includes('\0') && key.isWellFormed()) continue;
    const childPath = path === '' ? key : `${path}.${key}`;
    const found = describeUnsafeString(key, path) ?? findUnsafeText(child, childPath, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function describeUnsafeString(text: string, path: string): UnsafeText | undefined {
  if (text.includes('\0')) {
    return { field: path, message: 'contains a NUL character (\\u0000); leave it out.' };
  }
  if (!text.isWellFormed()) {
    return {
      field: path,
      message: 'contains half of a surrogate pair (broken Unicode); send whole characters.',
    };
  }
  return undefined;
}

/** The first steps of a path: a path of a hundred steps explains nothing. */
function fieldStart(path: string): string {
  return path.split('.').slice(0, 5).join('.');
}

function describeErrors(errors: Iterable<ValueError>): FieldErrors {
  const fields: FieldErrors = {};
  for (const error of errors) {
    const field = toFieldPath(error.path);
    // The first complaint about a field is the useful one: "required" comes before "expected string".
    if (field in fields) continue;
    fields[field] = [describeError(error)];
    if (Object.keys(fields).length === MAX_FIELD_ERRORS) break;
  }
  return fields;
}

function describeError(error: ValueError): string {
  if (error.type === ValueErrorType.ObjectRequiredProperty) return 'is required.';
  const { message } = error;
  const expectation = message.charAt(0).toLowerCase() + message.slice(1);
  if (error.type === ValueErrorType.Union && error.schema.anyOf !== undefined) {
    return `must be one of: ${describeAlternatives(error.schema.anyOf)}.`;
  }
  return `${expectation.replace(/^expected /, 'must be ')}.`;
}

function describeAlternatives(alternatives: TSchema[]): string {
  return alternatives
    .map((alternative) => ('const' in alternative ? JSON.stringify(alternative.const) : alternative.type))
    .join(', ');
}
