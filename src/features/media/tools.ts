import { tool } from '../../mcp/tool.ts';
import { importMedia } from './operations/add-media.ts';
import { browseMedia } from './operations/browse-media.ts';
import { changeMedia } from './operations/change-media.ts';
import { deleteMedia } from './operations/delete-media.ts';
import {
  createMediaFolder,
  deleteMediaFolder,
  listMediaFolders,
  updateMediaFolder,
} from './operations/folders.ts';

const compact = { answer: 'compact' };

/** Fields of full answers only. */
const FULL_ITEM = [
  ...['mime_type', 'small_url', 'medium_url', 'large_url', 'conversions_generated', 'placeholder'],
  ...['created_at', 'updated_at', 'path'],
];
const FULL_FOLDER = ['project_id', 'created_at'];

/** Editors check uses before they delete. Agents delete files in use only with `force`. */
const careful = { force: false };

const countOf = (ids: unknown) =>
  Array.isArray(ids) && ids.length !== 1 ? `${ids.length} media files` : 'a media file';

export const mediaTools = [
  tool('browse-media', browseMedia, {
    title: 'Browse media files',
    description:
      'Lists files of the media library, 50 a page: url (use it as src), size, alt_text, main color.',
    effect: 'read',
    lists: { File: {} },
    omits: FULL_ITEM,
    preset: compact,
  }),
  tool('import-media-from-url', importMedia, {
    title: 'Import a media file',
    description:
      'Fetches a file from a public web address into the media library; use the url that comes back in templates.',
    effect: 'write',
    omits: FULL_ITEM,
    preset: compact,
    reachesOut: true,
    isSlow: true,
  }),
  tool('change-media', changeMedia, {
    title: 'Change media files',
    description: 'Moves files into a folder, or renames one and sets its alternative text. Addresses stay.',
    effect: 'write',
    idempotent: true,
    omits: FULL_ITEM,
  }),
  tool('delete-media', deleteMedia, {
    title: 'Delete media files',
    description:
      'Puts media files into the trash; mails that were sent show them until they leave it. Files in use are left, unless force is true, and in_use says where.',
    effect: 'destroy',
    idempotent: true,
    defaults: careful,
    preset: { partial: true },
    confirm: ({ ids, force, dry_run }) =>
      force === true && dry_run !== true
        ? `Delete ${countOf(ids)}, also those that are in use? Mails would be shown without them.`
        : undefined,
  }),
  tool('list-media-folders', listMediaFolders, {
    title: 'List media folders',
    description: 'Lists all folders of the media library as a tree, for browse-media.',
    effect: 'read',
    lists: { 'media folder': {} },
    omits: FULL_FOLDER,
    preset: compact,
  }),
  tool('create-media-folder', createMediaFolder, {
    title: 'Create a media folder',
    description: 'Creates a folder in the media library, up to five levels deep.',
    effect: 'write',
    omits: [...FULL_FOLDER, 'children'],
    preset: compact,
    isUntrusted: false,
  }),
  tool('update-media-folder', updateMediaFolder, {
    title: 'Rename a media folder',
    description: 'Renames a folder of the media library, or moves it into another.',
    effect: 'write',
    omits: FULL_FOLDER,
    idempotent: true,
    preset: compact,
  }),
  tool('delete-media-folder', deleteMediaFolder, {
    title: 'Delete a media folder',
    description:
      'Puts a folder with the folders in it into the trash. Its files move to the top, or go along: files "delete"; those in use move even then, unless force is true.',
    effect: 'destroy',
    idempotent: true,
    defaults: careful,
    isUntrusted: false,
    confirm: ({ files, force }) =>
      files === 'delete' && force === true
        ? 'Delete a media folder with all its files, also those that are in use? Mails would be shown without them.'
        : undefined,
  }),
];
