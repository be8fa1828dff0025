import { COMBINED_FIELDS, READ_FIELDS } from '../../src/http/editor-compat/names.ts';

/** Former names of fields by their names for current editors. */
const FORMER: ReadonlyMap<string, string> = new Map([
  ...[...READ_FIELDS].map(([former, name]): [string, string] => [name, former]),
  ...COMBINED_FIELDS.map(({ name, from }): [string, string] => [name, from[0]]),
]);

/**
 * An answer as older editors read it, without the names for current editors. Tests compare these; `test/http/editor-compat`
 * reads whole answers.
 */
export function readOlderNames(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return answer;
  if (Array.isArray(answer)) return answer.map(readOlderNames);
  // Saved modules have both spellings of their dates in all interfaces.
  const isModule = Object.hasOwn(answer, 'canUpdate');
  const isAdded = (name: string) => !isModule && Object.hasOwn(answer, FORMER.get(name) ?? '');
  const kept = Object.entries(answer).filter(([name]) => !isAdded(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, readOlderNames(value)]));
}
