import { tool } from '../../mcp/tool.ts';
import { importMedia } from './operations/add-media.ts';
import { browseMedia } from './operations/browse-media.ts';
import { deleteMedia } from './operations/delete-media.ts';
import {
  createMediaFolder,
  deleteMediaFolder,
  listMediaFolders,
  updateMediaFolder,
} from './operations/folders.ts';

const compact = { answer: 'compact' };

/** Editors check uses before they delete; agents delete files in use only with `force`. */
const careful = { force: false };

export const mediaTools = [
  tool('browse-media', browseMedia, {
    title: 'Browse media files',
    description:
      'Lists files of the media library, 50 a page, by folder, category and search. Returns what it takes to place a picture: url (use it as src), width, height, alt_text, dominant color.',
    effect: 'read',
    preset: compact,
  }),
  tool('import-media-from-url', importMedia, {
    title: 'Import a media file',
    description:
      'Fetches a picture or other file from a public web address into the media library and returns it; use the returned url in templates, not the one it came from.',
    effect: 'write',
    preset: compact,
    reachesOut: true,
  }),
  tool('delete-media', deleteMedia, {
    title: 'Delete media files',
    description:
      'Puts media files into the trash for some time (restore-from-trash); mails that were sent show the pictures until they leave it. Files in use by templates, their snapshots or comments, saved modules or the brand are left and listed in in_use with where, unless force is true.',
    effect: 'destroy',
    idempotent: true,
    defaults: careful,
    preset: { partial: true },
  }),
  tool('list-media-folders', listMediaFolders, {
    title: 'List media folders',
    description: 'Lists all folders of the media library as a tree. Next: browse-media with a folder_id.',
    effect: 'read',
    preset: compact,
  }),
  tool('create-media-folder', createMediaFolder, {
    title: 'Create a media folder',
    description:
      'Creates a folder in the media library, at the top or inside another, up to five levels deep.',
    effect: 'write',
    preset: compact,
    isUntrusted: false,
  }),
  tool('update-media-folder', updateMediaFolder, {
    title: 'Rename a media folder',
    description: 'Renames a folder of the media library, or moves it into another with parent_id, or both.',
    effect: 'write',
    idempotent: true,
    preset: compact,
  }),
  tool('delete-media-folder', deleteMediaFolder, {
    title: 'Delete a media folder',
    description:
      'Puts a folder with the folders in it into the trash. Its files move to the top unless files is "delete"; then they go along, and those in use still move, unless force is true. Returns how many.',
    effect: 'destroy',
    idempotent: true,
    defaults: careful,
    isUntrusted: false,
  }),
];
