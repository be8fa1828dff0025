import { type Static, Type } from '@sinclair/typebox';
import { Timestamp } from '../projects/index.ts';

export const TrashKindName = Type.Union([
  Type.Literal('template'),
  Type.Literal('media'),
  Type.Literal('media_folder'),
  Type.Literal('template_folder'),
  Type.Literal('saved_module'),
  Type.Literal('comment'),
]);
export type TrashKindName = Static<typeof TrashKindName>;

export const TrashId = Type.String({ description: 'The id of the deleted thing.' });

/** A deleted thing that can be restored. */
export const TrashItem = Type.Object({
  id: TrashId,
  kind: TrashKindName,
  name: Type.Optional(
    Type.String({ description: 'Of a comment thread, the beginning of its text. Absent if unnamed.' }),
  ),
  template_id: Type.Optional(Type.String({ description: 'The template of a comment thread.' })),
  folder: Type.Optional(Type.String({ description: 'Name of the folder it was in.' })),
  items: Type.Optional(
    Type.Integer({
      description: 'What was deleted with it: contents of a folder, replies of a thread.',
    }),
  ),
  size: Type.Integer({ description: 'Bytes; of a template with its history.' }),
  deleted_at: Timestamp,
  deleted_by: Type.Object({ kind: Type.String(), id: Type.String(), name: Type.String() }),
  purge_at: Type.String({ description: 'When it is deleted for good. ISO 8601, UTC.' }),
});

/** The differences from the state before the deletion. */
export const RestoreChange = Type.Union([
  Type.Literal('moved_to_top'),
  Type.Literal('renamed'),
  Type.Literal('key_removed'),
]);
export type RestoreChange = Static<typeof RestoreChange>;

export const RestoredItem = Type.Object({
  id: TrashId,
  kind: TrashKindName,
  name: Type.Optional(Type.String()),
  changes: Type.Array(RestoreChange, {
    description:
      'moved_to_top: its folder is gone; renamed: its name was taken meanwhile; key_removed: its key, or that of a template in it, was taken meanwhile.',
  }),
});
