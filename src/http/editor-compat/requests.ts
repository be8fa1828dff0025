import type { TSchema } from '@sinclair/typebox';
import { hasField, nameInRoute, type Route } from '../route.ts';
import { type Fields, fromCamelName, isFields, type Spelling, toCamelName } from './names.ts';

/**
 * The name in the operation's input of a field that a client sent; undefined if the route does not have it. Pages may
 * write names in camel case.
 */
export function inputName(route: Route, sent: string): string | undefined {
  const names = [sent, ...(route.audience === 'pages' ? [fromCamelName(sent) ?? sent] : [])];
  for (const name of names) {
    if (hasField(route, name)) return name;
    if (Object.hasOwn(route.renamed, name)) return route.renamed[name];
  }
  return undefined;
}

/** Renames the fields of a request to those of the input, in place. Of two names of a field, that of the route counts. */
export function renameFields(route: Route, fields: Fields): SentNames {
  const all = Object.keys(fields);
  for (const sent of all) {
    const name = inputName(route, sent) ?? sent;
    if (name === sent) continue;
    const shown = nameInRoute(route, name);
    if (!all.includes(name) && (sent === shown || !all.includes(shown))) fields[name] = fields[sent];
    delete fields[sent];
  }
  if (route.audience === 'pages') renameInner(route, fields);
  return new SentNames(route, all);
}

/** Renames the fields of objects in the input. */
function renameInner({ operation }: Route, fields: Fields): void {
  for (const [name, { properties }] of Object.entries<TSchema>(operation.input.properties)) {
    const inner = fields[name];
    if (properties === undefined || !isFields(inner)) continue;
    for (const sent of Object.keys(inner)) {
      const own = fromCamelName(sent);
      if (own === undefined || Object.hasOwn(properties, sent) || !Object.hasOwn(properties, own)) continue;
      if (!Object.hasOwn(inner, own)) inner[own] = inner[sent];
      delete inner[sent];
    }
  }
}

/** The names in a request. */
export class SentNames {
  readonly #route: Route;
  readonly #all: readonly string[];

  constructor(route: Route, all: readonly string[]) {
    this.#route = route;
    this.#all = all;
  }

  /** Camel case if some field was sent only in it. */
  get spelling(): Spelling {
    const isOnlyCamel = (sent: string) => {
      const name = inputName(this.#route, sent);
      return name !== undefined && name !== sent && !this.#all.includes(nameInRoute(this.#route, name));
    };
    return this.#all.some(isOnlyCamel) ? 'camel' : 'snake';
  }

  /** A dotted path into the input with the names that the client sent; other fields are written in the same spelling. */
  showPath(path: string): string {
    const [first = '', second, ...rest] = path.split('.');
    const shown = nameInRoute(this.#route, first);
    if (this.#all.includes(shown) || this.spelling === 'snake')
      return [shown, ...path.split('.').slice(1)].join('.');
    const inner = this.#route.operation.input.properties[first]?.properties;
    const isKnown = second !== undefined && inner !== undefined && Object.hasOwn(inner, second);
    const shownInner = second === undefined ? [] : [isKnown ? toCamelName(second) : second];
    return [toCamelName(shown), ...shownInner, ...rest].join('.');
  }
}
