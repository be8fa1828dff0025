import type { TSchema } from '@sinclair/typebox';
import type { ValueError } from '@sinclair/typebox/errors';
import { shorten } from '../parse/shorten.ts';

/** A validation error in a content. */
export interface Fault {
  /** JSON Pointer from the root of the content, e.g. `/blocks/3/children/0/1/src`. */
  path: string;
  /** What is wrong and what is expected instead, so that a writer can put it right in one step. */
  message: string;
}

/** Faults found so far: the first ones in full, the rest counted. */
export interface FaultList {
  kept: Fault[];
  total: number;
}

const KEPT = 50;
// Without a limit, a hostile document could cause unbounded work.
const COUNTED = 1000;

/** Notes a fault; beyond the first 50 it is only counted. */
export function addFault(list: FaultList, path: string, message: string): void {
  list.total += 1;
  if (list.kept.length < KEPT) list.kept.push({ path, message });
}

/** Whether validation should stop because too many faults were found. */
export function hasTooManyFaults(list: FaultList): boolean {
  return list.total >= COUNTED;
}

/** Whether the next fault is only counted, so that its message is not needed. */
export function isFull(list: FaultList): boolean {
  return list.kept.length >= KEPT;
}

/** At most 50 faults. When there were more, the last one says how many are not shown. */
export function listFaults(list: FaultList): Fault[] {
  if (list.total <= KEPT) return list.kept;
  const hidden = list.total - KEPT + 1;
  const message = `${hasTooManyFaults(list) ? 'At least ' : ''}${hidden} more faults are not shown. Correct these first.`;
  return [...list.kept.slice(0, KEPT - 1), { path: '', message }];
}

/**
 * Adds the errors a schema check found in a value.
 * @param root path of the value in the content
 * @param owner what the value is, e.g. "a title block"
 */
export function addSchemaFaults(
  list: FaultList,
  errors: Iterable<ValueError>,
  root: string,
  owner: string,
): void {
  const seen = new Set<string>();
  for (const error of errors) {
    if (hasTooManyFaults(list)) return;
    // The checker reports a missing field twice: as missing and as a wrong type.
    if (seen.has(error.path)) continue;
    seen.add(error.path);
    addFault(list, root + error.path, describeError(error, owner));
  }
}

function describeError(error: ValueError, owner: string): string {
  const field = error.path.slice(1).replaceAll('/', '.');
  const subject = field === '' ? capitalize(owner) : `"${field}" of ${owner}`;
  const expected = describeExpected(error.schema);
  if (error.value !== undefined) return `${subject} must be ${expected}; got ${describeValue(error.value)}.`;
  const meaning = error.schema.description ? ` ${error.schema.description}` : '';
  return `${subject} is missing; it must be ${expected}.${meaning}`;
}

function capitalize(phrase: string): string {
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}

/** Describes what a schema accepts: `one of "left", "center", "right"`. */
function describeExpected(schema: TSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return describeChoice(schema.anyOf);
  if (schema.type === 'string' && schema.pattern?.endsWith('%$')) return 'a percentage such as "50%"';
  if (schema.type === 'string') return schema.minLength ? 'a non-empty string' : 'a string';
  if (schema.type === 'number') return schema.minimum === 0 ? 'a number of 0 or more' : 'a number';
  if (schema.type === 'integer') return 'a whole number of 0 or more';
  if (schema.type === 'boolean') return 'true or false';
  if (schema.type === 'array') return schema.minItems ? 'a non-empty list' : 'a list';
  const required: string[] = schema.required ?? [];
  return required.length === 0 ? 'an object' : `an object with ${quoteAll(required)}`;
}

function describeChoice(choices: TSchema[]): string {
  const isList = choices.every((choice) => choice.const !== undefined);
  if (isList) return `one of ${choices.map((choice) => JSON.stringify(choice.const)).join(', ')}`;
  return choices.map(describeExpected).join(' or ');
}

/** Quotes names for a sentence: `"top", "right"`. */
export function quoteAll(names: Iterable<string>): string {
  return [...names].map((name) => `"${name}"`).join(', ');
}

/** A value in a few words; long strings are cut, so that a message stays short. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return JSON.stringify(shorten(value, 40));
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
