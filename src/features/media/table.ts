import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { folderTable } from '../../platform/folders/table.ts';
import { tenantColumn } from '../projects/table.ts';
import { contents } from '../templates/table.ts';

const inTrash = () => ({
  /** When it was moved to the trash; null: it is not in the trash. */
  deletedAt: integer('deleted_at'),
  /** The folder with which it was deleted; null: it was deleted on its own. */
  deletedWith: text('deleted_with'),
});

/** Folders of a library. */
export const mediaFolders = folderTable('media_folders', tenantColumn);

/**
 * Uploaded files; equal ones of a tenant are stored once. A blob exists, and counts towards the tenant's storage, as
 * long as a version refers to it.
 */
export const mediaBlobs = sqliteTable(
  'media_blobs',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    tenantId: tenantColumn(),
    /** SHA-256 of the uploaded file, before any conversion. */
    uploadHash: blob('upload_hash', { mode: 'buffer' }).notNull(),
    /** The type of the stored file: types that mail clients do not show are converted. */
    mime: text('mime').notNull(),
    extension: text('extension').notNull(),
    bytes: integer('bytes').notNull(),
    /** Pixels; null for files other than pictures, and for pictures without a size. */
    width: integer('width'),
    height: integer('height'),
    isAnimated: integer('is_animated', { mode: 'boolean' }).notNull(),
    /** A small preview as a data URL. */
    placeholder: text('placeholder'),
    /** `#rrggbb` */
    color: text('color'),
    /** State of the smaller versions: `none` if the type has none, `failed` if they could not be made after the upload. */
    conversions: text('conversions', { enum: ['none', 'pending', 'done', 'failed'] }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('media_blobs_tenant_hash').on(table.tenantId, table.uploadHash),
    index('media_blobs_pending').on(table.conversions).where(sql`${table.conversions} = 'pending'`),
  ],
);

/** The stored files of a blob: the original and smaller versions. Equal bytes are one file with several rows. */
export const mediaObjects = sqliteTable(
  'media_objects',
  {
    blobId: integer('blob_id')
      .notNull()
      .references(() => mediaBlobs.id, { onDelete: 'cascade' }),
    name: text('name', { enum: ['original', 'small', 'medium', 'large'] }).notNull(),
    /** Key in the file store; ends with the SHA-256 of its bytes, in hex. */
    key: text('key').notNull(),
    mime: text('mime').notNull(),
    extension: text('extension').notNull(),
    bytes: integer('bytes').notNull(),
    width: integer('width'),
    height: integer('height'),
  },
  (table) => [primaryKey({ columns: [table.blobId, table.name] }), index('media_objects_key').on(table.key)],
);

/** The files of the library. Each order of lists has an index, with and without a folder. */
export const mediaFiles = sqliteTable(
  'media_files',
  {
    id: text('id').primaryKey(),
    tenantId: tenantColumn(),
    /** null: at the top level. */
    folderId: text('folder_id').references(() => mediaFolders.id, { onDelete: 'set null' }),
    /** The blob of the present version. */
    blobId: integer('blob_id')
      .notNull()
      .references(() => mediaBlobs.id),
    token: text('token').notNull(),
    filename: text('filename').notNull(),
    filenameFolded: text('filename_folded').notNull(),
    altText: text('alt_text').notNull(),
    altFolded: text('alt_folded').notNull(),
    category: text('category', { enum: ['images', 'documents', 'videos', 'audio'] }).notNull(),
    /** Bytes of the original. */
    size: integer('size').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    ...inTrash(),
  },
  (table) => [
    // Includes all rows, because the deletion of a tenant looks up its files by it.
    index('media_files_id').on(table.tenantId, table.deletedAt, table.id),
    index('media_files_name')
      .on(table.tenantId, table.filenameFolded, table.id)
      .where(sql`${table.deletedAt} IS NULL`),
    index('media_files_size').on(table.tenantId, table.size, table.id).where(sql`${table.deletedAt} IS NULL`),
    index('media_files_folder_id')
      .on(table.tenantId, table.folderId, table.id)
      .where(sql`${table.deletedAt} IS NULL`),
    index('media_files_folder_name')
      .on(table.tenantId, table.folderId, table.filenameFolded, table.id)
      .where(sql`${table.deletedAt} IS NULL`),
    index('media_files_folder_size')
      .on(table.tenantId, table.folderId, table.size, table.id)
      .where(sql`${table.deletedAt} IS NULL`),
    index('media_files_category_id')
      .on(table.tenantId, table.category, table.id)
      .where(sql`${table.deletedAt} IS NULL`),
    index('media_files_category_name')
      .on(table.tenantId, table.category, table.filenameFolded, table.id)
      .where(sql`${table.deletedAt} IS NULL`),
    index('media_files_category_size')
      .on(table.tenantId, table.category, table.size, table.id)
      .where(sql`${table.deletedAt} IS NULL`),
    index('media_files_of_folder').on(table.folderId),
    index('media_files_blob').on(table.blobId),
    index('media_files_deleted_with').on(table.deletedWith).where(sql`${table.deletedWith} IS NOT NULL`),
  ],
);

/**
 * The texts that are searched, written by triggers. The ids of a tenant are one range, and consecutive within it, so that
 * a search can be limited to the range and estimate the number of files. The table `media_search`, SQLite's full-text index
 * of sequences of three characters, has the same ids; it is declared in the migrations only. The trigger takes the highest
 * id of the tenant plus one: safe with several processes too, because SQLite allows one writing transaction at a time.
 */
export const mediaTexts = sqliteTable('media_texts', {
  /** The tenant's id times 2^28, plus a serial number within the tenant. */
  id: integer('id').primaryKey(),
  fileId: text('file_id')
    .notNull()
    .unique('media_texts_file')
    .references(() => mediaFiles.id, { onDelete: 'cascade' }),
  filenameFolded: text('filename_folded').notNull(),
  altFolded: text('alt_folded').notNull(),
  category: text('category', { enum: ['images', 'documents', 'videos', 'audio'] }).notNull(),
  size: integer('size').notNull(),
});

/** Every version of a file, by the token in its address: sent mails keep showing old versions. */
export const mediaVersions = sqliteTable(
  'media_versions',
  {
    token: text('token').primaryKey(),
    tenantId: tenantColumn(),
    fileId: text('file_id')
      .notNull()
      .references(() => mediaFiles.id, { onDelete: 'cascade' }),
    blobId: integer('blob_id')
      .notNull()
      .references(() => mediaBlobs.id),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('media_versions_file').on(table.fileId),
    index('media_versions_blob').on(table.blobId),
    index('media_versions_tenant').on(table.tenantId),
  ],
);

/**
 * Which contents name which files. It keeps no content alive, so the triggers that delete unused contents need not know
 * it: its rows go with theirs.
 */
export const contentMedia = sqliteTable(
  'content_media',
  {
    contentId: integer('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    fileId: text('file_id')
      .notNull()
      .references(() => mediaFiles.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.contentId, table.fileId] }),
    index('content_media_file').on(table.fileId),
  ],
);

/**
 * Keys of stored files that the database has ceased to refer to. A trigger on `media_objects` writes them in the
 * transaction that deletes the rows, so that a crash loses no deletion. The files are deleted soon after.
 */
export const mediaRemovals = sqliteTable('media_removals', { key: text('key').primaryKey() });

/** A single row: which files of the store this database knows. See `store/last-write.ts`. */
export const mediaStore = sqliteTable('media_store', {
  id: integer('id').primaryKey(),
  /** Random. Replaced when another database has written to the store in the meantime. */
  generation: text('generation').notNull(),
  /** Number of transactions that stored files. */
  writes: integer('writes').notNull(),
  /** The database knows every file that was stored after this time. For earlier files it may be too old or too new. */
  knownSince: integer('known_since').notNull(),
});
