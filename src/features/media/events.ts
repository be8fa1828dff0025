import { type ActivityNoted, noteActivity } from '../../platform/activity.ts';
import type { Deps } from '../../platform/deps.ts';
import type { DomainEvent } from '../../platform/events.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';

/** Files changed at once that have a row each in the feed of activity; more have one together. */
const MAX_ROWS = 20;

/** Names that stand for many. */
const NAMED_OF_MANY = 3;

/** What happened to files of the library. */
export type MediaEvent = DomainEvent<
  'media.uploaded' | 'media.updated' | 'media.replaced' | 'media.moved' | 'media.deleted',
  { fileIds: string[] }
>;

/** What happened to a folder of the library. */
export type MediaFolderEvent = DomainEvent<
  'media_folder.created' | 'media_folder.updated' | 'media_folder.deleted',
  { folderId: string }
>;

export const mediaEvent = (type: MediaEvent['type'], fileIds: string[]): MediaEvent => ({
  type,
  payload: { fileIds },
});

export const folderEvent = (type: MediaFolderEvent['type'], folderId: string): MediaFolderEvent => ({
  type,
  payload: { folderId },
});

/** A file as the feed of activity names it. */
export interface NamedFile {
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
  | 'media.deleted';

/** Announces what is done to files, for the feed of activity. Inside the transaction. */
export async function announceFiles(
  { deps, scope }: { deps: Deps; scope: TenantScope },
  db: Connection,
  type: FileActivity,
  files: readonly NamedFile[],
): Promise<void> {
  const activities =
    files.length > MAX_ROWS
      ? [noteActivity({ type, summary: nameMany(files) })]
      : files.map(({ id, filename }) => noteActivity({ type, subjectId: id, summary: filename }));
  for (const activity of activities) await deps.events.announce(activity, scope, db);
}

function nameMany(files: readonly NamedFile[]): string {
  const names = files.slice(0, NAMED_OF_MANY).map(({ filename }) => filename.slice(0, 50));
  return `${files.length} files: ${names.join(', ')}, …`;
}

/** A folder in the feed of activity; `formerName` if it has another one now. */
export const folderActivity = (
  type: MediaFolderEvent['type'],
  { id, name }: { id: string; name: string },
  formerName = name,
): ActivityNoted => noteActivity({ type, subjectId: id, summary: nameChange(formerName, name) });

/** What was renamed, under both names. */
export const nameChange = (before: string, after: string): string =>
  before === after ? after : `${before} → ${after}`;
