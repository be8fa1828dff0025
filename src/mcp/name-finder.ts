import type { AnyOperation } from '../platform/operation.ts';

/** A kind of things that agents can name instead of their id. */
export interface NameFinder {
  /** In errors: "template". */
  noun: string;
  /** Has the input `{value}` and the output `{matches: NameMatch[]}`. */
  operation: AnyOperation;
}

/** An argument of a tool that takes the id or the name of something. */
export interface NamedArgument extends NameFinder {
  argument: string;
  isList: boolean;
}

/** The arguments of an operation that take names, for the finders by the kind of their ids (`x-id-of`). */
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
