import { OptionalKind, type TSchema } from '@sinclair/typebox';

/** Schemas with a name are printed once and referred to by it. */
const NAME = 'x-schema-name';

/** A field of an object type. */
interface Field {
  name: string;
  isOptional: boolean;
  schema: TSchema;
}

/** Types that are printed as definitions of their own. */
export interface Definitions {
  /** The service's schemas that others refer to by name. */
  schemas: Readonly<Record<string, TSchema>>;
  /** Those met so far, by name. */
  printed: Map<string, string>;
}

/** Prints the TypeScript type of a schema. Named schemas inside it become definitions. */
export function printType(schema: TSchema, definitions: Definitions): string {
  const name: string | undefined = schema[NAME];
  if (name !== undefined) return define(name, schema, definitions);
  const print = (part: TSchema) => printType(part, definitions);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = schema.anyOf ?? schema.enum?.map((value: unknown) => ({ const: value }));
  if (choices !== undefined) return [...new Set((choices as TSchema[]).map(print))].join(' | ');
  if (schema.allOf !== undefined) return schema.allOf.map((part: TSchema) => `(${print(part)})`).join(' & ');
  if (schema.type === 'array') return `Array<${print(schema.items ?? {})}>`;
  if (schema.type === 'object') return printObject(schema, definitions);
  if (schema.type === 'integer') return 'number';
  if (['string', 'number', 'boolean', 'null'].includes(schema.type)) return schema.type;
  if (Array.isArray(schema.type))
    return schema.type.map((type: string) => print({ type } as never)).join(' | ');
  return 'unknown';
}

function define(name: string, schema: TSchema, definitions: Definitions): string {
  const { schemas, printed } = definitions;
  if (printed.has(name)) return name;
  // Set before printing, because the schema may contain itself.
  printed.set(name, '');
  const { [NAME]: _name, ...plain } = schemas[name] ?? schema;
  printed.set(name, `export type ${name} = ${printType(plain as TSchema, definitions)};`);
  return name;
}

function printObject(schema: TSchema, definitions: Definitions): string {
  if (schema.properties === undefined || Object.keys(schema.properties).length === 0) {
    const values = schema.patternProperties ? Object.values(schema.patternProperties)[0] : undefined;
    return `Record<string, ${values === undefined ? 'unknown' : printType(values as TSchema, definitions)}>`;
  }
  return printFields(fieldsOf(schema), definitions);
}

/** The fields of an object. With `isSent` the object is input: fields with a default are optional. */
export function fieldsOf(schema: TSchema, isSent = false): Field[] {
  return Object.entries(schema.properties as Record<string, TSchema>).map(([name, field]) => {
    const isRequired = schema.required?.includes(name) && !(OptionalKind in field);
    return { name, isOptional: !isRequired || (isSent && field.default !== undefined), schema: field };
  });
}

export function printFields(fields: readonly Field[], definitions: Definitions): string {
  const lines = fields.map(({ name, isOptional, schema }) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    const doc =
      schema.description === undefined ? '' : `/** ${schema.description.replaceAll('*/', '* /')} */\n`;
    // In JSON, an undefined field is absent.
    return `${doc}${key}${isOptional ? '?' : ''}: ${printType(schema, definitions)}${isOptional ? ' | undefined' : ''};`;
  });
  return `{\n${lines.join('\n')}\n}`;
}
