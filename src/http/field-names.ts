import type { TSchema } from '@sinclair/typebox';
import { type Spelling, toCamelName } from '../platform/spelling.ts';

interface Tables {
  known: ReadonlySet<string>;
  /** Name in the operation's input → name in the route. */
  shown: Record<Spelling, ReadonlyMap<string, string>>;
  /** Other accepted names → name in the input. If several are sent, the first one counts. */
  aliases: ReadonlyMap<string, string>;
  /** Names inside fields that are objects, by name in the input. */
  inner: ReadonlyMap<string, FieldNames>;
}

/** Translates between the field names of a route and those of its operation's input. */
export class FieldNames {
  readonly #properties: () => Readonly<Record<string, TSchema>>;
  readonly #renamed: Readonly<Record<string, string>>;
  #made: Tables | undefined;

  /** `renamed`: names in the route → names in the input, for fields whose names differ. */
  constructor(
    properties: () => Readonly<Record<string, TSchema>>,
    renamed: Readonly<Record<string, string>> = {},
  ) {
    this.#properties = properties;
    this.#renamed = renamed;
  }

  /** Created at first use, because every start and every command declares about 500 routes. */
  get #tables(): Tables {
    this.#made ??= makeTables(this.#properties(), this.#renamed);
    return this.#made;
  }

  get hasAliases(): boolean {
    return this.#tables.aliases.size > 0;
  }

  has(name: string): boolean {
    return this.#tables.known.has(name);
  }

  /** The route's name for a field of the input. */
  show(name: string, spelling: Spelling = 'snake'): string {
    return this.#tables.shown[spelling].get(name) ?? name;
  }

  /** The input's name for a field that a client sent. */
  resolve(sent: string): string {
    return this.#tables.aliases.get(sent) ?? sent;
  }

  /** Renames fields to the names of the input, in place. A field that already has the right name wins. */
  rename(fields: Record<string, unknown>): SentNames {
    const sent = new SentNames(this, Object.keys(fields));
    if (sent.all.some((name) => this.#tables.aliases.has(name))) this.#replaceAliases(fields);
    for (const [name, inner] of this.#tables.inner) {
      const value = fields[name];
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        inner.rename(value as Record<string, unknown>);
    }
    return sent;
  }

  #replaceAliases(fields: Record<string, unknown>): void {
    for (const [alias, name] of this.#tables.aliases) {
      if (!Object.hasOwn(fields, alias)) continue;
      if (!Object.hasOwn(fields, name)) fields[name] = fields[alias];
      delete fields[alias];
    }
  }

  /** Whether one of these names has a camel-case form in this route that was not sent. */
  hasCamel(sent: readonly string[]): boolean {
    return sent.some((alias) => {
      const name = this.#tables.aliases.get(alias);
      return name !== undefined && !sent.includes(this.show(name));
    });
  }

  /** A dotted path into the input, in the given spelling. */
  showPath(path: string, spelling: Spelling): string {
    const [first = '', second, ...rest] = path.split('.');
    const inner =
      second === undefined ? [] : [this.#tables.inner.get(first)?.show(second, spelling) ?? second];
    return [this.show(first, spelling), ...inner, ...rest].join('.');
  }
}

function makeTables(
  properties: Readonly<Record<string, TSchema>>,
  renamed: Readonly<Record<string, string>>,
): Tables {
  const own = new Map(Object.entries(renamed).map(([theirs, ours]) => [ours, theirs]));
  const names = Object.keys(properties).map((name): [string, string] => [name, own.get(name) ?? name]);
  const camel = names.map(([name, shown]): [string, string] => [name, toCamelName(shown)]);
  const aliases = new Map(
    [...names, ...camel]
      .filter(([, alias]) => !Object.hasOwn(properties, alias))
      .map(([name, alias]) => [alias, name]),
  );
  const inner = new Map<string, FieldNames>();
  for (const [name, { type, properties: fields }] of Object.entries(properties)) {
    if (type !== 'object' || fields === undefined) continue;
    const innerNames = new FieldNames(() => fields);
    if (innerNames.hasAliases) inner.set(name, innerNames);
  }
  const known = new Set([...Object.keys(properties), ...aliases.keys()]);
  return { known, shown: { snake: new Map(names), camel: new Map(camel) }, aliases, inner };
}

/** The names in a request. */
export class SentNames {
  readonly #names: FieldNames;
  readonly all: readonly string[];

  constructor(names: FieldNames, all: readonly string[]) {
    this.#names = names;
    this.all = all;
  }

  /** Camel case if some field was sent only in it. */
  get spelling(): Spelling {
    return this.#names.hasCamel(this.all) ? 'camel' : 'snake';
  }

  /**
   * A dotted path into the input with the names that the client sent; other fields are written in the same spelling.
   */
  showPath(path: string): string {
    const [first = ''] = path.split('.');
    const isNative = this.all.includes(this.#names.show(first));
    return this.#names.showPath(path, isNative ? 'snake' : this.spelling);
  }
}
