import { OptionalKind, type TSchema } from '@sinclair/typebox';

/** Schemas with this keyword are referred to by its value. */
const NAME = 'x-schema-name';

/** A field of an object type. */
interface Field {
  name: string;
  isOptional: boolean;
  schema: TSchema;
}

/** An object type with fewer lines is printed where it is used. */
const LEAST_LINES = 4;

/** Prints schemas as TypeScript types. Each named schema becomes one definition. */
export class TypePrinter {
  /** The service's schemas that others refer to by name. */
  readonly #schemas: Readonly<Record<string, TSchema>>;
  /** Definitions met so far, by name. Empty for one that is declared elsewhere. */
  readonly #printed: Map<string, string>;
  /** Names of object types, by their text without names. */
  readonly #names = new Map<string, string>();

  constructor(schemas: Readonly<Record<string, TSchema>>, declared: readonly string[] = []) {
    this.#schemas = schemas;
    this.#printed = new Map(declared.map((name) => [name, '']));
  }

  get definitions(): string[] {
    return [...this.#printed.values()].filter((definition) => definition !== '');
  }

  /** Gives an object type a name, unless it has one. Throws if another type has this name. */
  name(schema: TSchema, name: string): void {
    const text = this.#printPlain(schema);
    if (text.split('\n').length < LEAST_LINES || this.#names.has(text)) return;
    if ([...this.#names.values(), ...this.#printed.keys()].includes(name))
      throw new Error(`Two schemas have the name ${name}.`);
    this.#names.set(text, name);
  }

  /** Names the object types that occur at several places. `places`: schemas by a name of their place. */
  nameRepeated(places: Iterable<readonly [string, TSchema]>, rename: Readonly<Record<string, string>>): void {
    const first = new Map<string, string>();
    for (const [place, schema] of places) this.#visit(place, schema, first, rename);
  }

  #visit(
    place: string,
    schema: TSchema,
    first: Map<string, string>,
    rename: Readonly<Record<string, string>>,
  ): void {
    if (schema[NAME] !== undefined || schema.$ref !== undefined) return;
    if (isObjectWithFields(schema)) {
      const text = this.#printPlain(schema);
      const known = first.get(text);
      if (known !== undefined) {
        this.name(schema, rename[known] ?? known);
        return;
      }
      first.set(text, place);
      for (const { name, schema: field } of fieldsOf(schema))
        this.#visit(place + toPascal(name), field, first, rename);
    }
    const parts = [schema.anyOf, schema.allOf, schema.items, Object.values(schema.patternProperties ?? {})];
    for (const part of parts.flat()) if (part !== undefined) this.#visit(place, part, first, rename);
  }

  #printPlain(schema: TSchema): string {
    return new TypePrinter(this.#schemas).print(schema);
  }

  print(schema: TSchema): string {
    const name: string | undefined = schema[NAME] ?? schema.$ref?.split('/').at(-1);
    if (name !== undefined) {
      const { [NAME]: _name, ...rest } = this.#schemas[name] ?? schema;
      const plain = rest as TSchema;
      return this.#define(name, () =>
        isObjectWithFields(plain) ? this.printFields(fieldsOf(plain)) : this.print(plain),
      );
    }
    const print = (part: TSchema) => this.print(part);
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    const choices = schema.anyOf ?? schema.enum?.map((value: unknown) => ({ const: value }));
    if (choices !== undefined) return [...new Set((choices as TSchema[]).map(print))].join(' | ');
    if (schema.allOf !== undefined)
      return schema.allOf.map((part: TSchema) => `(${print(part)})`).join(' & ');
    if (schema.type === 'array') return `Array<${print(schema.items ?? {})}>`;
    if (schema.type === 'object') return this.#printObject(schema);
    if (schema.type === 'integer') return 'number';
    if (['string', 'number', 'boolean', 'null'].includes(schema.type)) return schema.type;
    if (Array.isArray(schema.type))
      return schema.type.map((type: string) => print({ type } as never)).join(' | ');
    return 'unknown';
  }

  #define(name: string, print: () => string): string {
    if (this.#printed.has(name)) return name;
    // Set before printing, because the schema may contain itself.
    this.#printed.set(name, '');
    this.#printed.set(name, `export type ${name} = ${print()};`);
    return name;
  }

  #printObject(schema: TSchema): string {
    if (!isObjectWithFields(schema)) {
      const values = schema.patternProperties ? Object.values(schema.patternProperties)[0] : undefined;
      return `Record<string, ${values === undefined ? 'unknown' : this.print(values as TSchema)}>`;
    }
    const printAll = () => this.printFields(fieldsOf(schema));
    const name = this.#names.size > 0 ? this.#names.get(this.#printPlain(schema)) : undefined;
    return name === undefined ? printAll() : this.#define(name, printAll);
  }

  printFields(fields: readonly Field[]): string {
    const lines = fields.map(({ name, isOptional, schema }) => {
      const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
      const doc =
        schema.description === undefined ? '' : `/** ${schema.description.replaceAll('*/', '* /')} */\n`;
      // In JSON, an undefined field is absent.
      return `${doc}${key}${isOptional ? '?' : ''}: ${this.print(schema)}${isOptional ? ' | undefined' : ''};`;
    });
    return `{\n${lines.join('\n')}\n}`;
  }
}

const isObjectWithFields = ({ type, properties }: TSchema): boolean =>
  type === 'object' && Object.keys(properties ?? {}).length > 0;

/** `used_by` → `UsedBy`. */
export const toPascal = (name: string): string =>
  name.replace(/(?:^|[^A-Za-z0-9])([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());

/** The fields of an object. With `isSent` the object is input: fields with a default are optional. */
export function fieldsOf(schema: TSchema, isSent = false): Field[] {
  return Object.entries(schema.properties as Record<string, TSchema>).map(([name, field]) => {
    const isRequired = schema.required?.includes(name) && !(OptionalKind in field);
    return { name, isOptional: !isRequired || (isSent && field.default !== undefined), schema: field };
  });
}
