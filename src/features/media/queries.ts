import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { type Connection, prepareOnce } from '../../platform/db/index.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { mediaBlobs, mediaFiles, mediaObjects, mediaVersions } from './table.ts';

export type FileRow = typeof mediaFiles.$inferSelect;

/** A smaller version as `storedConversions` packs it. */
export type PackedConversion = [
  name: 'small' | 'medium' | 'large',
  extension: string,
  bytes: number,
  width: number,
  height: number,
];

const storedConversions = sql<string>`(
  SELECT json_group_array(json_array(o.name, o.extension, o.bytes, o.width, o.height))
  FROM ${mediaObjects} o WHERE o.blob_id = ${mediaFiles.blobId} AND o.name <> 'original')`;

const itemColumns = {
  id: mediaFiles.id,
  folderId: mediaFiles.folderId,
  blobId: mediaFiles.blobId,
  token: mediaFiles.token,
  filename: mediaFiles.filename,
  filenameFolded: mediaFiles.filenameFolded,
  altText: mediaFiles.altText,
  category: mediaFiles.category,
  size: mediaFiles.size,
  createdAt: mediaFiles.createdAt,
  updatedAt: mediaFiles.updatedAt,
  mime: mediaBlobs.mime,
  extension: mediaBlobs.extension,
  width: mediaBlobs.width,
  height: mediaBlobs.height,
  placeholder: mediaBlobs.placeholder,
  color: mediaBlobs.color,
  conversions: mediaBlobs.conversions,
  /** JSON of `PackedConversion[]`. */
  conversionFiles: storedConversions,
};

const itemQuery = (db: Connection) =>
  db.select(itemColumns).from(mediaFiles).innerJoin(mediaBlobs, eq(mediaBlobs.id, mediaFiles.blobId));

/** A file with what is known of its present version. */
export type ItemRow = Awaited<ReturnType<typeof itemQuery>>[number];

const ofTenant = eq(mediaFiles.tenantId, sql.placeholder('tenantId'));

/** Ids as one parameter, so that one prepared statement takes any number of them. */
const idsParameter = sql`(SELECT value FROM json_each(${sql.placeholder('ids')}))`;

const itemsById = prepareOnce((db) =>
  itemQuery(db)
    .where(and(ofTenant, sql`${mediaFiles.id} IN ${idsParameter}`))
    .orderBy(desc(mediaFiles.id))
    .prepare(),
);

/** Those of the tenant's files that have one of these ids, newest first. */
export async function selectItems(
  scope: TenantScope,
  db: Connection,
  ids: readonly string[],
): Promise<ItemRow[]> {
  return itemsById(db).all({ tenantId: scope.tenant.id, ids: JSON.stringify(ids) });
}

export async function selectItem(
  scope: TenantScope,
  db: Connection,
  id: string,
): Promise<ItemRow | undefined> {
  const [item] = await selectItems(scope, db, [id]);
  return item;
}

/** The orders a list can have; an index carries each. */
const ORDERS = {
  newest: { key: mediaFiles.id, isDescending: true },
  oldest: { key: mediaFiles.id, isDescending: false },
  name_asc: { key: mediaFiles.filenameFolded, isDescending: false },
  name_desc: { key: mediaFiles.filenameFolded, isDescending: true },
  size_asc: { key: mediaFiles.size, isDescending: false },
  size_desc: { key: mediaFiles.size, isDescending: true },
} as const;

export type MediaOrder = keyof typeof ORDERS;

/** Where a page begins: beyond a row, in the direction of the list or against it. */
export interface Place {
  isBackward: boolean;
  /** Whether the row itself, if it is still there, belongs to the page. */
  isInclusive: boolean;
  /** Sort key and id of the row. */
  position: readonly (string | number)[];
}

export interface Listing {
  order: MediaOrder;
  /** undefined: all folders. */
  folderId: string | undefined;
  category: FileRow['category'] | undefined;
  /** Folded text that filename or alternative text must contain. */
  search: string | undefined;
  place: Place | undefined;
  limit: number;
}

/** Rows of a page, from its beginning away: a page that goes backward has its last row first. */
export async function selectPage(scope: TenantScope, db: Connection, listing: Listing): Promise<ItemRow[]> {
  const { folderId, category, search, place, limit } = listing;
  return preparedPage(db, listing).all({
    tenantId: scope.tenant.id,
    limit,
    ...(folderId !== undefined && { folderId }),
    ...(category !== undefined && { category }),
    ...(search !== undefined && { search }),
    ...(place !== undefined && { placeKey: place.position[0], placeId: place.position[1] }),
  });
}

/** Every combination that is asked for is prepared once. */
const pageVariants = prepareOnce(() => new Map<string, ReturnType<typeof preparePage>>());

function preparedPage(db: Connection, listing: Listing) {
  const { order, folderId, category, search, place } = listing;
  const given = [folderId, category, search].map((part) => part !== undefined);
  const variant = [order, ...given, place?.isBackward, place?.isInclusive].join(' ');
  const variants = pageVariants(db);
  let prepared = variants.get(variant);
  if (prepared === undefined) {
    prepared = preparePage(db, listing);
    variants.set(variant, prepared);
  }
  return prepared;
}

function preparePage(db: Connection, { order, folderId, category, search, place }: Listing) {
  const { key, isDescending } = ORDERS[order];
  const direction = isDescending === (place?.isBackward ?? false) ? asc : desc;
  const conditions: SQL[] = [ofTenant];
  if (folderId !== undefined) conditions.push(sql`${mediaFiles.folderId} = ${sql.placeholder('folderId')}`);
  if (category !== undefined) {
    // Of two indexes that would do, the one by folder has to look at fewer rows; the plus keeps SQLite off the other.
    const column = folderId === undefined ? sql`${mediaFiles.category}` : sql`+${mediaFiles.category}`;
    conditions.push(sql`${column} = ${sql.placeholder('category')}`);
  }
  // `instr` and not LIKE: what people search for is text, never a pattern.
  if (search !== undefined) {
    conditions.push(sql`(instr(${mediaFiles.filenameFolded}, ${sql.placeholder('search')}) > 0
      OR instr(${mediaFiles.altFolded}, ${sql.placeholder('search')}) > 0)`);
  }
  if (place !== undefined) {
    const operator = sql.raw((direction === desc ? '<' : '>') + (place.isInclusive ? '=' : ''));
    const position = sql`(${sql.placeholder('placeKey')}, ${sql.placeholder('placeId')})`;
    conditions.push(sql`(${key}, ${mediaFiles.id}) ${operator} ${position}`);
  }
  return (
    itemQuery(db)
      .where(and(...conditions))
      // Naming the id twice would make SQLite sort what the index gives in order.
      .orderBy(...(key === mediaFiles.id ? [direction(key)] : [direction(key), direction(mediaFiles.id)]))
      .limit(sql.placeholder('limit'))
      .prepare()
  );
}

export async function insertFile(db: Connection, row: FileRow): Promise<void> {
  await db.insert(mediaFiles).values(row);
}

export async function insertVersion(
  db: Connection,
  { tenantId, id, blobId, token }: Pick<FileRow, 'tenantId' | 'id' | 'blobId' | 'token'>,
  createdAt: number,
): Promise<void> {
  await db.insert(mediaVersions).values({ token, tenantId, fileId: id, blobId, createdAt });
}

/** What can change of a file. */
export type FileChange = Partial<Omit<FileRow, 'id' | 'tenantId' | 'createdAt'>> & { updatedAt: number };

export async function updateFile(
  scope: TenantScope,
  db: Connection,
  id: string,
  change: FileChange,
): Promise<void> {
  await db
    .update(mediaFiles)
    .set(change)
    .where(and(eq(mediaFiles.id, id), eq(mediaFiles.tenantId, scope.tenant.id)));
}

const moving = prepareOnce((db) =>
  db
    .update(mediaFiles)
    .set({ folderId: sql`${sql.placeholder('folderId')}`, updatedAt: sql`${sql.placeholder('now')}` })
    .where(and(ofTenant, sql`${mediaFiles.id} IN ${idsParameter}`))
    .returning({ id: mediaFiles.id })
    .prepare(),
);

/** Puts files into a folder, null: the top. Returns the ids of those there are. */
export async function moveFiles(
  scope: TenantScope,
  db: Connection,
  { ids, folderId, now }: { ids: readonly string[]; folderId: string | null; now: number },
): Promise<string[]> {
  const rows = moving(db).all({ tenantId: scope.tenant.id, ids: JSON.stringify(ids), folderId, now });
  return rows.map((row) => row.id);
}
