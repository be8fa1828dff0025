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
  argument: string;
  isList: boolean;
}

/** The arguments of an operation that accept names. `finders` by the kind of their ids (`x-id-of`). */
export function listNamedArguments(
  { input }: AnyOperation,
  finders: Readonly<Record<string, NameFinder>>,
): NamedArgument[] {
  return Object.entries<Record<string, unknown>>(input.properties).flatMap(([argument, schema]) => {
    const { 'x-id-of': own, items } = schema;
    const kind = own ?? (items as Record<string, unknown> | undefined)?.['x-id-of'];
    const finder = finders[String(kind)];
    return finder === undefined ? [] : [{ ...finder, argument, isList: own === undefined }];
  });
}
