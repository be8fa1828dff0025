import { Type } from '@sinclair/typebox';
import type { FolderKind } from '../../platform/folders/folders.ts';
import { folderShape } from '../../platform/folders/schema.ts';
import { nullable } from '../../platform/json/nullable.ts';
import { Timestamp } from '../projects/index.ts';
import { mediaFolders } from './table.ts';

/** Most files or folders in one call. */
const MAX_IDS = 1000;

export const FileId = Type.String({ description: 'The file’s id.' });

export const FileIds = Type.Array(Type.String({ maxLength: 255 }), {
  minItems: 1,
  maxItems: MAX_IDS,
  description: 'Ids of files, 1,000 at most; unknown ids are ignored.',
  'x-tool-schema': { type: 'array', items: { type: 'string' }, description: '1,000 ids at most.' },
});

export const Filename = Type.String({
  description: 'Up to 255 characters; an extension that fits the type is added.',
});

export const AltText = Type.Union([Type.String({ maxLength: 2000 }), Type.Null()], {
  description: 'Alternative text; null or empty: none.',
  'x-tool-schema': { type: 'string', description: 'Alternative text.' },
});

export const Category = Type.Union(
  [Type.Literal('images'), Type.Literal('documents'), Type.Literal('videos'), Type.Literal('audio')],
  { description: 'Kind of file.' },
);

/** The form in which files and folders are answered. */
export const MediaAnswerInput = Type.Union([Type.Literal('full'), Type.Literal('compact')], {
  default: 'full',
  description: 'full: everything; compact: what is needed to place a picture.',
});

const sizeUrl = (size: string) =>
  Type.Optional(nullable(Type.String(), `${size}; null without a picture of this size.`));

/** A file of the library, full or compact. Its URLs load without an access token. */
export const MediaItem = Type.Object({
  id: FileId,
  filename: Type.String({ description: 'With an extension that is true to the type.' }),
  mime_type: Type.Optional(Type.String({ description: 'By content.' })),
  size: Type.Integer({ description: 'Bytes of the file at `url`.' }),
  url: Type.String({
    description:
      'full: the original; compact: the largest version that is meant for mail. Never changes its content.',
  }),
  small_url: sizeUrl('Up to 320 pixels'),
  medium_url: sizeUrl('Up to 640 pixels'),
  large_url: sizeUrl('Up to 1280 pixels'),
  folder_id: nullable(Type.String(), 'null: at the top.'),
  conversions_generated: Type.Optional(
    Type.Boolean({ description: 'Whether the smaller versions that there can be are there.' }),
  ),
  width: nullable(Type.Integer(), 'Pixels of the picture at `url`.'),
  height: nullable(Type.Integer(), 'Pixels of the picture at `url`.'),
  alt_text: Type.String({ description: 'Alternative text; empty if there is none.' }),
  color: nullable(Type.String(), 'Dominant color, #rrggbb.'),
  placeholder: Type.Optional(nullable(Type.String(), 'A blurred preview as a data URL.')),
  created_at: Type.Optional(Timestamp),
  updated_at: Type.Optional(Timestamp),
});

/** A folder, full or compact. */
export const { Folder: MediaFolder, schemas: mediaSchemas } = folderShape('MediaFolder');

/** The folders of the library. */
export const MEDIA_FOLDERS: FolderKind = { name: 'media', table: mediaFolders, feature: 'media_folders' };
