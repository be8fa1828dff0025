import { type TSchema, Type } from '@sinclair/typebox';

/** JSON Schema as models are given it. */
export type PlainSchema = Record<string, unknown>;

/** A JSON Schema where one of TypeBox's is asked for. */
export function asSchema(schema: PlainSchema): TSchema {
  return Type.Unsafe(schema as object);
}
