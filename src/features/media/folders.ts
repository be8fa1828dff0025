import type { FolderKind } from '../../platform/folders/folders.ts';
import { mediaFolders } from './table.ts';

/** The folders of the library. */
export const MEDIA_FOLDERS: FolderKind = { name: 'media', table: mediaFolders, feature: 'media_folders' };
