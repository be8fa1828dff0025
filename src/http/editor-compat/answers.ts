import { isStoredJson } from '../../platform/json/stored-json.ts';
import { COMBINED_FIELDS, isFields, READ_FIELDS } from './names.ts';

/** Email contents and parts of them, and maps by ids of blocks. Their names have one spelling. */
const CONTENTS: ReadonlySet<string> = new Set([
  ...['content', 'blocks', 'block', 'settings', 'styles', 'fieldValues', 'operations', 'fix', 'fixes'],
  ...['before', 'after', 'texts', 'left_out'],
]);

/** Returns a copy of an answer that also has the names that editors since 0.36 read. Contents are not copied. */
export function addCamelNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addCamelNames);
  if (!isFields(value) || isStoredJson(value)) return value;
  const entries = Object.entries(value).map(([name, field]): [string, unknown] => [
    name,
    CONTENTS.has(name) ? field : addCamelNames(field),
  ]);
  const fields = new Map(entries);
  for (const [name, field] of entries) {
    const camel = READ_FIELDS.get(name);
    if (camel !== undefined && field !== undefined && !fields.has(camel)) fields.set(camel, field);
  }
  for (const { name, from, make } of COMBINED_FIELDS) {
    const [first, second] = from.map((field) => fields.get(field));
    if (first !== undefined && fields.has(from[1])) fields.set(name, make(first, second));
  }
  return Object.fromEntries(fields);
}
