import type { TSchema } from '@sinclair/typebox';
import { CATALOGUE } from '../../src/operations.ts';

type JsonSchema = Record<string, unknown>;

/**
 * What a result of a tool may hold: the fields that the tool announces, and nothing else, with the types of the operation’s
 * output and of the items in it.
 */
export function resultSchemaOf(name: string): JsonSchema {
  const tool = CATALOGUE.tools.find(({ definition }) => definition.name === name);
  const announced = tool?.resultFields() ?? [];
  const { properties = {} } = simplify(tool?.operation.output ?? {});
  const fields = announced.map((field) => [
    field,
    closeItems((properties as JsonSchema)[field] as JsonSchema),
  ]);
  return { type: 'object', properties: Object.fromEntries(fields), additionalProperties: false };
}

/** Items have known fields only; what is in those is not checked. */
function closeItems({ type, anyOf, items }: JsonSchema): JsonSchema {
  const own =
    anyOf === undefined ? { type } : { anyOf: (anyOf as JsonSchema[]).map((one) => ({ type: one.type })) };
  if (items === undefined) return JSON.parse(JSON.stringify(own));
  const { type: itemType, properties } = items as JsonSchema;
  const closed = properties !== undefined && {
    properties: Object.fromEntries(
      Object.entries(properties as Record<string, JsonSchema>).map(([field, { type, anyOf }]) => [
        field,
        anyOf === undefined
          ? { type }
          : { anyOf: (anyOf as JsonSchema[]).map((one) => ({ type: one.type })) },
      ]),
    ),
    additionalProperties: false,
  };
  return JSON.parse(JSON.stringify({ ...own, items: { type: itemType, ...closed } }));
}

function simplify(schema: TSchema | JsonSchema): JsonSchema {
  const { type, anyOf, items, properties } = ((schema as JsonSchema)['x-tool-schema'] ??
    schema) as JsonSchema;
  const choices = anyOf as TSchema[] | undefined;
  const isEnum = choices?.every((choice) => choice.const !== undefined);
  return {
    ...(type !== undefined && { type }),
    ...(isEnum && { type: choices?.[0]?.type }),
    ...(choices !== undefined && !isEnum && { anyOf: choices.map(simplify) }),
    ...(items !== undefined && { items: simplify(items as TSchema) }),
    ...(properties !== undefined &&
      Object.keys(properties as object).length > 0 && {
        properties: Object.fromEntries(
          Object.entries(properties as Record<string, TSchema>).map(([field, inner]) => [
            field,
            simplify(inner),
          ]),
        ),
      }),
  };
}
