import type { AnyOperation } from '../platform/operation.ts';

/** A kind of things that agents may name instead of giving an id. */
export interface NameFinder {
  /** The noun in error messages: "template". */
  noun: string;
  /** Has the input `{value}` and the output `{matches: NameMatch[]}`. */
  operation: AnyOperation;
}

/** A tool's argument that accepts an id or a name. */
export interface NamedArgument extends NameFinder {
  /** As errors and questions name it, such as `folder.parent_id`. */
  argument: string;
  /** Its place in the arguments, such as `['folder', 'parent_id']`. */
  path: readonly string[];
  isList: boolean;
}

interface Schema {
  'x-id-of'?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
}

/** The arguments of an operation that accept names, also inside objects. `finders` by the kind of their ids (`x-id-of`). */
export function listNamedArguments(
  { input }: AnyOperation,
  finders: Readonly<Record<string, NameFinder>>,
): NamedArgument[] {
  const listIn = ({ properties = {} }: Schema, above: readonly string[]): NamedArgument[] =>
    Object.entries(properties).flatMap(([name, schema]) => {
      const { 'x-id-of': own, items } = schema;
      const path = [...above, name];
      const finder = finders[String(own ?? items?.['x-id-of'])];
      if (finder === undefined) return listIn(schema, path);
      return [{ ...finder, argument: path.join('.'), path, isList: own === undefined }];
    });
  return listIn(input, []);
}
