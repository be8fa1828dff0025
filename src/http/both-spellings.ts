import type { TSchema } from '@sinclair/typebox';
import { toCamelName } from '../platform/spelling.ts';
import { isStoredJson } from '../platform/stored-json.ts';
import type { Route } from './route.ts';

type Fields = Record<string, unknown>;

/** Adds the camel-case names that current editors read. Returns a copy, or the value itself if nothing is missing. */
export type AddCamelNames = (value: unknown) => unknown;

/**
 * Fields of answers that editors read; they get a second name in camel case. `x-one-spelling` in a schema: editors do
 * not read this field although it has such a name.
 */
const READ_BY_EDITORS: ReadonlySet<string> = new Set([
  // token, health
  ...['expires_at', 'project_id', 'test_email', 'allowed_emails', 'app_key'],
  // config
  ...['ai_generation', 'saved_modules', 'template_count'],
  ...['max_file_size_mb', 'max_templates', 'media_categories', 'storage_limit_bytes'],
  ...['use_media_library', 'mime_types', 'max_file_size', 'used_bytes', 'limit_bytes'],
  // versions and comments
  ...['template_id', 'is_autosave', 'created_at', 'updated_at', 'block_id', 'parent_id', 'resolved_at'],
  // media
  ...['mime_type', 'folder_id', 'alt_text', 'template_names', 'per_page', 'next_cursor', 'prev_cursor'],
  // conversations
  'conversation_id',
]);

/** Fields of current editors that combine several fields. Nothing is added where the first of these is absent. */
const COMBINED: readonly {
  name: string;
  from: readonly [string, string];
  make(a: unknown, b: unknown): unknown;
}[] = [
  { name: 'author', from: ['author_identifier', 'author_name'], make: toPerson },
  { name: 'resolvedBy', from: ['resolved_by_identifier', 'resolved_by_name'], make: toPerson },
  { name: 'thumbnailUrl', from: ['small_url', 'medium_url'], make: (small, medium) => small ?? medium },
];

function toPerson(id: unknown, name: unknown): object | null {
  return id === null ? null : { id, name };
}

/** Schemas of email contents, whose fields have one spelling. */
const CONTENTS: ReadonlySet<string> = new Set([
  ...['content', 'blocks', 'block', 'settings', 'styles', 'fieldValues', 'operations', 'fix', 'fixes'],
]);

/** Compiles, for each route, the function that adds the second names to its answers. */
export function compileCamelNames(
  routes: readonly Route[],
  schemas: Readonly<Record<string, TSchema>>,
): ReadonlyMap<Route, AddCamelNames | undefined> {
  const spellings = new BothSpellings(schemas);
  // Backends receive one spelling only.
  const ofPages = routes.filter(({ audience }) => audience === 'pages');
  return new Map(ofPages.map((route) => [route, spellings.compile(route.operation.output)]));
}

/**
 * Compiles, for schemas of answers, functions that add the names of current editors. `named`: schemas that others refer
 * to.
 */
export class BothSpellings {
  readonly #named: Readonly<Record<string, TSchema>>;
  readonly #compiled = new Map<string, AddCamelNames | undefined>();

  constructor(named: Readonly<Record<string, TSchema>> = {}) {
    this.#named = named;
  }

  /** Undefined if answers with this schema have no second names. */
  compile(schema: TSchema): AddCamelNames | undefined {
    const name: string | undefined = schema['x-schema-name'] ?? schema.$ref?.split('/').at(-1);
    if (name !== undefined && Object.hasOwn(this.#named, name)) return this.#compileNamed(name);
    if (schema.items !== undefined) return this.#compileList(schema.items);
    const alternatives: TSchema[] = schema.anyOf ?? schema.allOf ?? [];
    for (const alternative of alternatives) {
      const add = this.compile(alternative);
      if (add !== undefined) return add;
    }
    if (schema.patternProperties !== undefined) return this.#compileMap(schema.patternProperties);
    return schema.properties === undefined ? undefined : this.#compileObject(schema.properties);
  }

  #compileNamed(name: string): AddCamelNames | undefined {
    if (!this.#compiled.has(name)) {
      // A recursive schema, such as a tree.
      this.#compiled.set(name, (value) => this.#compiled.get(name)?.(value) ?? value);
      const { 'x-schema-name': _, ...schema } = this.#named[name] as TSchema;
      this.#compiled.set(name, this.compile(schema as TSchema));
    }
    return this.#compiled.get(name);
  }

  #compileList(items: TSchema): AddCamelNames | undefined {
    const add = this.compile(items);
    return add && ((value) => (Array.isArray(value) ? value.map(add) : value));
  }

  /** A map by ids or names. Its keys are not field names. */
  #compileMap(values: Readonly<Record<string, TSchema>>): AddCamelNames | undefined {
    const add = this.compile(Object.values(values)[0] as TSchema);
    return add && ((value) => (isFields(value) ? mapValues(value, add) : value));
  }

  #compileObject(properties: Readonly<Record<string, TSchema>>): AddCamelNames | undefined {
    const has = (name: string) => Object.hasOwn(properties, name);
    const inner = Object.entries(properties)
      .filter(([name]) => !CONTENTS.has(name))
      .map(([name, schema]) => ({ name, add: this.compile(schema) }))
      .flatMap(({ name, add }) => (add === undefined ? [] : [{ name, add }]));
    const twins = Object.keys(properties)
      .filter((name) => READ_BY_EDITORS.has(name) && !has(toCamelName(name)))
      .filter((name) => !properties[name]?.['x-one-spelling'])
      .map((name) => ({ name, twin: toCamelName(name) }));
    const combined = COMBINED.filter(({ name, from }) => from.every(has) && !has(name));
    if (inner.length + twins.length + combined.length === 0) return undefined;
    return (value) => {
      if (!isFields(value)) return value;
      const both: Fields = { ...value };
      for (const { name, add } of inner) if (value[name] !== undefined) both[name] = add(value[name]);
      for (const { name, twin } of twins) if (value[name] !== undefined) both[twin] = both[name];
      for (const { name, from, make } of combined) {
        const [first, second] = from;
        if (value[first] !== undefined) both[name] = make(value[first], value[second]);
      }
      return both;
    };
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isStoredJson(value);
}

function mapValues(map: Fields, change: AddCamelNames): Fields {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));
}
