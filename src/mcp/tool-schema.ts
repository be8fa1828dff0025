import type { TObject, TSchema } from '@sinclair/typebox';

/** Plain JSON Schema, as in tool definitions. */
export interface JsonSchema {
  [keyword: string]: unknown;
}

/** Keywords that callers see. Others are checked as well. */
const INPUT_KEYWORDS = ['type', 'description', 'default', 'enum'];

/**
 * The arguments of a tool: an operation's input without the properties in `hidden`, as short, plain JSON Schema. Models
 * pay for it by the token, and some clients understand little more.
 */
export function toInputSchema(
  input: TObject,
  hidden: readonly string[],
  defaults: Readonly<Record<string, unknown>>,
): JsonSchema & { type: 'object' } {
  const names = Object.keys(input.properties).filter((name) => !hidden.includes(name));
  const properties = Object.fromEntries(
    names.map((name) => [
      name,
      {
        ...simplify(input.properties[name] as TSchema, INPUT_KEYWORDS),
        ...(name in defaults && { default: defaults[name] }),
      },
    ]),
  );
  const required = (input.required ?? []).filter(
    (name) => names.includes(name) && input.properties[name]?.default === undefined,
  );
  return {
    type: 'object',
    ...(names.length > 0 && { properties }),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** The names of the fields of a tool's result: those of the output without `omits`, which are never returned. */
export function listResultFields(output: TSchema, omits: readonly string[]): string[] {
  const { properties = {} } = simplify(output, []);
  return Object.keys(properties as object).filter((name) => !omits.includes(name));
}

/**
 * The schema of a tool's result: names and types of its fields. The fields of items are left out, because they cost
 * tokens in every conversation and the items show them.
 */
export function toOutputSchema(output: TSchema, fields: readonly string[]): JsonSchema & { type: 'object' } {
  const { properties } = simplify(output, ['type']) as { properties: Record<string, JsonSchema> };
  const typed = fields.map((name) => {
    const { type, anyOf } = properties[name] ?? {};
    // A list of types would be shorter, but some clients do not understand it.
    const types = (anyOf as JsonSchema[] | undefined)?.map((one) => ({ type: one.type }));
    return [name, types === undefined ? { type } : { anyOf: types }];
  });
  return { type: 'object', properties: Object.fromEntries(typed) };
}

function simplify(schema: TSchema, keywords: readonly string[]): JsonSchema {
  // A schema may define another form for tools, such as that of a template's content.
  const shown: TSchema = schema['x-tool-schema'] ?? schema;
  const simple: JsonSchema = {};
  for (const keyword of keywords) {
    if (shown[keyword] !== undefined) simple[keyword] = shown[keyword];
  }
  if (shown.const !== undefined && keywords.includes('enum')) simple.enum = [shown.const];
  if (shown.anyOf !== undefined) Object.assign(simple, simplifyChoice(shown.anyOf, keywords));
  if (shown.items !== undefined) simple.items = simplify(shown.items, keywords);
  if (shown.properties !== undefined) Object.assign(simple, simplifyObject(shown, keywords));
  return simple;
}

function simplifyObject(schema: TSchema, keywords: readonly string[]): JsonSchema {
  const properties = Object.entries<TSchema>(schema.properties).map(([name, property]) => [
    name,
    simplify(property, keywords),
  ]);
  if (properties.length === 0) return {};
  const required: string[] = schema.required ?? [];
  return { properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) };
}

/** Literals become an `enum`. "or null" stays a choice, because some clients accept only one type. */
function simplifyChoice(choices: TSchema[], keywords: readonly string[]): JsonSchema {
  if (choices.every((choice) => choice.const !== undefined)) {
    const type = choices[0]?.type;
    return keywords.includes('enum') ? { type, enum: choices.map((choice) => choice.const) } : { type };
  }
  return { anyOf: choices.map((choice) => simplify(choice, keywords)) };
}
