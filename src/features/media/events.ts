import { activityRecorded, type DomainEvent } from '../../platform/events.ts';
import type { TenantContext } from '../../platform/operation.ts';
import type { Connection } from '../../platform/ports/database.ts';

/** Up to this number, changed files have an entry each in the activity feed; more share one. */
const MAX_ROWS = 20;

/** A change of files of the library. */
type MediaEvent = DomainEvent<
  | 'media.uploaded'
  | 'media.updated'
  | 'media.replaced'
  | 'media.moved'
  | 'media.deleted'
  | 'media.restored'
  | 'media.purged',
  { fileIds: string[] }
>;

export const mediaEvent = (type: MediaEvent['type'], fileIds: string[]): MediaEvent => ({
  type,
  payload: { fileIds },
});

/** A file in the activity feed. */
interface NamedFile {
  id: string;
  filename: string;
}

type FileActivity =
  | 'media.uploaded'
  | 'media.imported'
  | 'media.updated'
  | 'media.renamed'
  | 'media.replaced'
  | 'media.moved'
  /** Moved to the trash. */
  | 'media.deleted'
  | 'media.restored'
  /** Deleted for good, from the trash. */
  | 'media.purged'
  /** Deleted for good, without a trash. The feed shows it as `media.deleted`. */
  | 'media.gone';

/** Records a change of files in the activity feed, inside the transaction. */
export async function announceFiles(
  { deps, scope }: TenantContext,
  db: Connection,
  type: FileActivity,
  files: readonly NamedFile[],
): Promise<void> {
  if (type === 'media.gone') return announceGoneFiles({ deps, scope }, db, 'media.deleted', files);
  if (type === 'media.purged') return announceGoneFiles({ deps, scope }, db, type, files);
  const activities =
    files.length > MAX_ROWS
      ? [activityRecorded({ type, summary: countFiles(files) })]
      : files.map(({ id, filename }) => activityRecorded({ type, subjectId: id, summary: filename }));
  for (const activity of activities) await deps.events.emitInTransaction(activity, scope, db);
}

/** The feed deletes the names of files that are deleted for good. */
async function announceGoneFiles(
  { deps, scope }: TenantContext,
  db: Connection,
  type: 'media.deleted' | 'media.purged',
  files: readonly NamedFile[],
): Promise<void> {
  const deletedIds = files.map(({ id }) => id);
  const activities =
    files.length > MAX_ROWS
      ? [activityRecorded({ type, summary: countFiles(files), deletedIds })]
      : deletedIds.map((id) => activityRecorded({ type, subjectId: id, deletedIds: [id] }));
  for (const activity of activities) await deps.events.emitInTransaction(activity, scope, db);
}

/** Without names: the entry belongs to no single file, so its names would stay after the files are deleted. */
const countFiles = (files: readonly NamedFile[]): string => `${files.length} files`;

/** The old and the new name of something that was renamed. */
export const nameChange = (before: string, after: string): string =>
  before === after ? after : `${before} → ${after}`;

/**
 * Emitted inside the transaction that stores a file for which the tenant's storage has no room. Listeners may free
 * some. If that is not enough, the transaction is rolled back.
 */
type StorageNeeded = DomainEvent<'storage.needed', { bytes: number; limit: number }>;

export const storageNeeded = (bytes: number, limit: number): StorageNeeded => ({
  type: 'storage.needed',
  payload: { bytes, limit },
});

export function isStorageNeeded(event: DomainEvent): event is StorageNeeded {
  return event.type === 'storage.needed';
}
