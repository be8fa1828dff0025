import { type Static, Type } from '@sinclair/typebox';
import type { Fields } from '../record.ts';

/** What an operation can do. */
export const operationNames = ['add', 'update', 'move', 'delete', 'update_settings'] as const;

export type OperationName = (typeof operationNames)[number];

/** Most operations of one batch. */
export const MAX_OPERATIONS = 200;

/** An object with any fields; what they may be is checked by the type of the block. */
function anyFields(description: string) {
  return Type.Unsafe<Fields>(Type.Object({}, { description }));
}

/**
 * One change of a content. Flat, because language models handle one object with optional properties better than
 * a union of objects; editContent checks which properties belong to which `op`.
 */
export const ContentOperation = Type.Object({
  // Not a union of literals: the same constraint costs fewer tokens as an enum.
  op: Type.Unsafe<OperationName>(Type.String({ enum: [...operationNames] })),
  id: Type.Optional(Type.String({ description: 'Block to update, move or delete.' })),
  ids: Type.Optional(
    Type.Array(Type.String(), { minItems: 1, description: 'Instead of id: several to update or delete.' }),
  ),
  all_of_type: Type.Optional(
    Type.String({ description: 'Instead of id: update or delete all blocks of this type.' }),
  ),
  fields: Type.Optional(
    anyFields(
      'For update and update_settings: JSON Merge Patch. Objects merge, lists are replaced, null removes or resets.',
    ),
  ),
  block: Type.Optional(anyFields('For add: {type, ...}. Missing ids and defaults are filled in.')),
  after: Type.Optional(Type.String({ description: 'Add or move after the block with this id.' })),
  before: Type.Optional(Type.String({ description: 'Add or move before the block with this id.' })),
  section: Type.Optional(Type.String({ description: 'Add or move into the section with this id.' })),
  column: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Column of that section, from 0; default 0.' }),
  ),
  index: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Position there, or at top level without section; default last.',
    }),
  ),
});

export type ContentOperation = Static<typeof ContentOperation>;

/** A batch of operations, in the order they are applied. */
export const ContentOperations = Type.Array(ContentOperation, {
  minItems: 1,
  maxItems: MAX_OPERATIONS,
  description: 'Applied in order, all or none. Later ones see what earlier ones did.',
});

export type ContentOperations = Static<typeof ContentOperations>;

/** An operation that has what its `op` needs. */
export type AddOperation = ContentOperation & { op: 'add'; block: Fields };
export type UpdateOperation = ContentOperation & { op: 'update'; fields: Fields };
export type MoveOperation = ContentOperation & { op: 'move'; id: string };
export type DeleteOperation = ContentOperation & { op: 'delete' };
export type SettingsOperation = ContentOperation & { op: 'update_settings'; fields: Fields };
export type CheckedOperation =
  | AddOperation
  | UpdateOperation
  | MoveOperation
  | DeleteOperation
  | SettingsOperation;
