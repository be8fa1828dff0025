import { type Static, type TObject, Type } from '@sinclair/typebox';
import { nullable } from '../../../platform/json/nullable.ts';

/*
 * An export of a tenant is a zip file: `galley-tenant.json` says what it is, `rows/*.jsonl` has the rows as one JSON object a
 * line, `media/` the files, `templates/` each template as JSON and HTML for people and other programs, and `manifest.json`,
 * the last part, the size and SHA-256 of all others. An import reads everything except `templates/`.
 */

export const HEADER_NAME = 'galley-tenant.json';
export const MANIFEST_NAME = 'manifest.json';

/** The format that this code writes, and the newest that it reads. */
export const FORMAT = 1;

const Id = Type.String({ pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' });
const Time = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 });
const Name = Type.String({ maxLength: 1000 });
const Text = Type.String({ maxLength: 100_000 });
const Token = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' });
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
export const Header = Type.Object({
  product: Type.Literal('galley-tenant'),
  format: Type.Integer({ minimum: 1 }),
  program_version: Type.String(),
  created_at: Type.String(),
  /** Base URL of the server, below which contents refer to media. */
  base_url: Type.String(),
  /** The address of its CDN, if it has one. */
  media_url: Type.Optional(Type.String()),
  tenant: Type.String(),
  name: nullable(Type.String()),
  /** For people to read. An import does not use it. */
  plan: Type.String(),
  brand: nullable(Type.String()),
});
export type Header = Static<typeof Header>;

const Part = Type.Object({
  name: Type.String(),
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Sha256,
});
export type Part = Static<typeof Part>;

export const Manifest = Type.Object({
  format: Type.Integer(),
  program_version: Type.String(),
  counts: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
  parts: Type.Array(Part),
});
export type Manifest = Static<typeof Manifest>;

const Folder = Type.Object({ id: Id, parent_id: nullable(Id), name: Name, created_at: Time });

export const MediaFile = Type.Object({
  id: Id,
  folder_id: nullable(Id),
  filename: Name,
  alt_text: Text,
  created_at: Time,
  updated_at: Time,
  /** Oldest first. The last one is current. */
  versions: Type.Array(
    Type.Object({ token: Token, created_at: Time, sha256: Sha256, extension: Type.String() }),
    { minItems: 1 },
  ),
});
export type MediaFile = Static<typeof MediaFile>;

const Template = Type.Object({
  id: Id,
  name: nullable(Name),
  key: nullable(Type.String({ maxLength: 200 })),
  content_id: Type.Integer(),
  content_by: Text,
  content_by_name: nullable(Text),
  content_at: Time,
  version: Type.Integer({ minimum: 1 }),
  created_at: Time,
  updated_at: Time,
  folder_id: nullable(Id),
  archived_at: nullable(Time),
  tags: nullable(Text),
  score: Type.Integer({ minimum: -1, maximum: 100 }),
  scored_version: nullable(Type.Integer()),
  exported_at: Time,
});

const Snapshot = Type.Object({
  id: Id,
  template_id: Id,
  content_id: Type.Integer(),
  is_autosave: Type.Integer({ minimum: 0, maximum: 1 }),
  label: nullable(Text),
  author_kind: nullable(Type.String()),
  author_id: nullable(Text),
  author_name: nullable(Text),
  version: nullable(Type.Integer()),
  last_version: nullable(Type.Integer()),
  created_at: Time,
});

const Comment = Type.Object({
  id: Id,
  template_id: Id,
  parent_id: nullable(Id),
  block_id: nullable(Text),
  body: Text,
  author_kind: Type.String(),
  author_id: Text,
  author_name: Text,
  resolved_at: nullable(Time),
  resolved_by: nullable(Text),
  resolved_by_name: nullable(Text),
  created_at: Time,
  updated_at: Time,
});

const SavedModule = Type.Object({
  id: Id,
  name: Name,
  category: nullable(Text),
  content: Type.String(),
  created_at: Time,
  updated_at: Time,
});

const Activity = Type.Object({
  at: Time,
  actor_kind: Type.String(),
  actor_id: Text,
  actor_name: Text,
  surface: Type.String(),
  type: Type.String(),
  template_id: nullable(Text),
  subject_id: nullable(Text),
  version: nullable(Type.Integer()),
  summary: nullable(Text),
});

const Content = Type.Object({ id: Type.Integer(), json: Type.String() });

/** The rows of an export, in the order in which an import writes them. */
export const ROWS = {
  media_folders: Folder,
  template_folders: Folder,
  media_files: MediaFile,
  contents: Content,
  templates: Template,
  snapshots: Snapshot,
  comments: Comment,
  saved_modules: SavedModule,
  activities: Activity,
} satisfies Record<string, TObject>;

export type RowKind = keyof typeof ROWS;
export type Row<Kind extends RowKind> = Static<(typeof ROWS)[Kind]>;
export const ROW_KINDS = Object.keys(ROWS) as RowKind[];

export const rowsName = (kind: RowKind): string => `rows/${kind}.jsonl`;
export const mediaName = ({ sha256, extension }: { sha256: string; extension: string }): string =>
  `media/${sha256}.${extension}`;

const PART_NAME =
  /^(?:rows\/[a-z_]{1,40}\.jsonl|media\/[0-9a-f]{64}\.[a-z0-9]{1,8}|templates\/[0-9a-f-]{36}\.(?:json|html))$/;

/** Whether a name can be that of a part between the header and the manifest. */
export const isPartName = (name: string): boolean => PART_NAME.test(name);
