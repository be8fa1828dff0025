import { OptionalKind, type TSchema } from '@sinclair/typebox';

/** Schemas that have a name are printed once and referred to. */
const NAME = 'x-schema-name';

/** A field as types show it. */
interface Field {
  name: string;
  isOptional: boolean;
  schema: TSchema;
}

/** The TypeScript type that a schema's values have. */
export function printType(schema: TSchema): string {
  if (schema[NAME] !== undefined) return schema[NAME];
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = schema.anyOf ?? schema.enum?.map((value: unknown) => ({ const: value }));
  if (choices !== undefined) return [...new Set((choices as TSchema[]).map(printType))].join(' | ');
  if (schema.allOf !== undefined)
    return schema.allOf.map((part: TSchema) => `(${printType(part)})`).join(' & ');
  if (schema.type === 'array') return `Array<${printType(schema.items ?? {})}>`;
  if (schema.type === 'object') return printObject(schema);
  if (schema.type === 'integer') return 'number';
  if (['string', 'number', 'boolean', 'null'].includes(schema.type)) return schema.type;
  if (Array.isArray(schema.type))
    return schema.type.map((type: string) => printType({ type } as never)).join(' | ');
  return 'unknown';
}

function printObject(schema: TSchema): string {
  if (schema.properties === undefined || Object.keys(schema.properties).length === 0) {
    const values = schema.patternProperties ? Object.values(schema.patternProperties)[0] : undefined;
    return `Record<string, ${values === undefined ? 'unknown' : printType(values as TSchema)}>`;
  }
  return printFields(fieldsOf(schema));
}

/** The fields of an object. What has a default may be left out by who sends it: `isSent`. */
export function fieldsOf(schema: TSchema, isSent = false): Field[] {
  return Object.entries(schema.properties as Record<string, TSchema>).map(([name, field]) => {
    const isRequired = schema.required?.includes(name) && !(OptionalKind in field);
    return { name, isOptional: !isRequired || (isSent && field.default !== undefined), schema: field };
  });
}

export function printFields(fields: readonly Field[]): string {
  const lines = fields.map(({ name, isOptional, schema }) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    const doc =
      schema.description === undefined ? '' : `/** ${schema.description.replaceAll('*/', '* /')} */\n`;
    // Absent and undefined are the same to who sends JSON.
    return `${doc}${key}${isOptional ? '?' : ''}: ${printType(schema)}${isOptional ? ' | undefined' : ''};`;
  });
  return `{\n${lines.join('\n')}\n}`;
}
