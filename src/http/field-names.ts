import type { TSchema } from '@sinclair/typebox';
import { type Spelling, toCamelName } from '../platform/spelling.ts';

/** The names under which a route takes the fields of its operation's input. */
export class FieldNames {
  readonly #known: ReadonlySet<string>;
  /** Name in the input → name of the route. */
  readonly #shown: Record<Spelling, ReadonlyMap<string, string>>;
  /** Other names that are taken → the input's. The first one that is sent counts. */
  readonly #aliases: ReadonlyMap<string, string>;
  /** The same inside fields that are objects, by name in the input. */
  readonly #inner = new Map<string, FieldNames>();

  /** `renamed`: names of the route → the input's, for fields that have another name in the input. */
  constructor(properties: Readonly<Record<string, TSchema>>, renamed: Readonly<Record<string, string>> = {}) {
    const own = new Map(Object.entries(renamed).map(([theirs, ours]) => [ours, theirs]));
    const names = Object.keys(properties).map((name): [string, string] => [name, own.get(name) ?? name]);
    const camel = names.map(([name, shown]): [string, string] => [name, toCamelName(shown)]);
    this.#shown = { snake: new Map(names), camel: new Map(camel) };
    const aliases = [...names, ...camel].filter(([, alias]) => !Object.hasOwn(properties, alias));
    this.#aliases = new Map(aliases.map(([name, alias]) => [alias, name]));
    this.#known = new Set([...Object.keys(properties), ...this.#aliases.keys()]);
    for (const [name, { type, properties: inner }] of Object.entries(properties)) {
      if (type !== 'object' || inner === undefined) continue;
      const innerNames = new FieldNames(inner);
      if (innerNames.#aliases.size > 0) this.#inner.set(name, innerNames);
    }
  }

  has(name: string): boolean {
    return this.#known.has(name);
  }

  /** The name of the route for a field of the input. */
  show(name: string, spelling: Spelling = 'snake'): string {
    return this.#shown[spelling].get(name) ?? name;
  }

  /** The field of the input that a sent name means. */
  resolve(sent: string): string {
    return this.#aliases.get(sent) ?? sent;
  }

  /** Gives fields the names of the input, in place. A field that has this name already wins. */
  rename(fields: Record<string, unknown>): SentNames {
    const sent = new SentNames(this, Object.keys(fields));
    if (sent.all.some((name) => this.#aliases.has(name))) this.#replaceAliases(fields);
    for (const [name, inner] of this.#inner) {
      const value = fields[name];
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        inner.rename(value as Record<string, unknown>);
    }
    return sent;
  }

  #replaceAliases(fields: Record<string, unknown>): void {
    for (const [alias, name] of this.#aliases) {
      if (!Object.hasOwn(fields, alias)) continue;
      if (!Object.hasOwn(fields, name)) fields[name] = fields[alias];
      delete fields[alias];
    }
  }

  /** Whether one of these names has another spelling here, which is not among them. */
  hasCamel(sent: readonly string[]): boolean {
    return sent.some((alias) => {
      const name = this.#aliases.get(alias);
      return name !== undefined && !sent.includes(this.show(name));
    });
  }

  /** A dotted path into the input, as a client with this spelling writes it. */
  showPath(path: string, spelling: Spelling): string {
    const [first = '', second, ...rest] = path.split('.');
    const inner = second === undefined ? [] : [this.#inner.get(first)?.show(second, spelling) ?? second];
    return [this.show(first, spelling), ...inner, ...rest].join('.');
  }
}

/** The names in a request. */
export class SentNames {
  readonly #names: FieldNames;
  readonly all: readonly string[];

  constructor(names: FieldNames, all: readonly string[]) {
    this.#names = names;
    this.all = all;
  }

  /** Camel if a field was sent in it alone. */
  get spelling(): Spelling {
    return this.#names.hasCamel(this.all) ? 'camel' : 'snake';
  }

  /** A dotted path into the input as the client sent it; a field that was not sent is told in the spelling of the others. */
  showPath(path: string): string {
    const [first = ''] = path.split('.');
    const isNative = this.all.includes(this.#names.show(first));
    return this.#names.showPath(path, isNative ? 'snake' : this.spelling);
  }
}
