import type { DomainEvent } from '../../platform/events.ts';

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
