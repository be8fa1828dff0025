import { type TNull, type TSchema, type TUnion, Type } from '@sinclair/typebox';

/** A value that may be null. The description says what null means. */
export const nullable = <Schema extends TSchema>(
  schema: Schema,
  description?: string,
): TUnion<[Schema, TNull]> =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
