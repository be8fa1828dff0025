import { expect, test } from 'bun:test';
import type { TSchema } from '@sinclair/typebox';
import { FEATURES } from '../../../src/features.ts';
import { CATALOGUE } from '../../../src/operations.ts';

/** The most items a list of an input may have. Lists that can be longer are validated by the operation itself. */
const MOST_ITEMS = 2_000;

/** Paths of lists without a limit in a schema. */
function* unboundedLists(schema: TSchema, path: string): Generator<string> {
  if (schema.type === 'array' && !(schema.maxItems <= MOST_ITEMS)) yield path;
  if (schema.items !== undefined) yield* unboundedLists(schema.items, `${path}[]`);
  for (const choice of schema.anyOf ?? []) yield* unboundedLists(choice, path);
  for (const [name, property] of Object.entries<TSchema>(schema.properties ?? {}))
    yield* unboundedLists(property, `${path}.${name}`);
}

const operations = [
  ...FEATURES.flatMap(({ routes = [] }) => routes.map(({ operation }) => operation)),
  ...CATALOGUE.tools.map(({ operation }) => operation),
];

test('every list of an input has a limit, so that validation ends early', () => {
  const found = [...new Set(operations)].flatMap(({ name, input }) => [...unboundedLists(input, name)]);
  expect(found).toEqual([]);
});
