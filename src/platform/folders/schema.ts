import { type TSchema, Type } from '@sinclair/typebox';
import { nullable } from '../json/nullable.ts';

export const FolderId = Type.String({ description: 'The folder’s id.' });

export const FolderName = Type.String({
  description: 'Up to 255 characters, unlike those beside it.',
  'x-tool-schema': { type: 'string', description: 'Unlike those beside it.' },
});

/** The top level, in filters and as a target. */
export const TOP = 'top';

/** The folder to put something in. */
export const TargetFolder = Type.Union([Type.String(), Type.Null()], {
  description: 'Id of the folder; null or "top": the top.',
  'x-tool-schema': { type: 'string', description: 'Id of the folder, or "top".' },
});

/** A folder, full or compact. */
export interface FolderTree {
  id: string;
  project_id?: string;
  parent_id: string | null;
  name: string;
  created_at?: string;
  children?: FolderTree[];
}

/**
 * The schema of a folder under a given name in the API description, and the entry of that description to which the
 * schema refers, because a folder contains folders.
 */
export function folderShape(name: string): {
  Folder: ReturnType<typeof shape>;
  schemas: Record<string, TSchema>;
} {
  const Folder = shape(Type.Unsafe<FolderTree>(Type.Object({}, { 'x-schema-name': name })));
  const children = Type.Array(Type.Unsafe<FolderTree>({ $ref: `#/components/schemas/${name}` }));
  return { Folder, schemas: { [name]: { ...Folder, properties: { ...Folder.properties, children } } } };
}

const shape = (child: ReturnType<typeof Type.Unsafe<FolderTree>>) =>
  Type.Object({
    id: FolderId,
    project_id: Type.Optional(Type.String()),
    parent_id: nullable(Type.String(), 'null: at the top.'),
    name: Type.String(),
    created_at: Type.Optional(Type.String({ format: 'date-time' })),
    children: Type.Optional(Type.Array(child)),
  });
