import { route, type UploadOptions } from '../../http/route.ts';
import { importMedia, uploadMedia } from './operations/add-media.ts';
import { browseMedia } from './operations/browse-media.ts';
import { moveMedia, replaceMedia, updateMedia } from './operations/change-media.ts';
import { deleteMedia } from './operations/delete-media.ts';
import {
  createMediaFolder,
  deleteMediaFolder,
  listMediaFolders,
  updateMediaFolder,
} from './operations/folders.ts';
import { checkMediaUsage, listFrequentMedia } from './operations/media-usage.ts';

const upload: UploadOptions = {
  fields: ['file'],
  maxBytes: (scope) => scope.plan.limits.max_file_size_bytes,
};

export const mediaRoutes = [
  route('GET', '/media/browse', browseMedia, { answer: 'page' }),
  route('POST', '/media/upload', uploadMedia, { status: 201, upload }),
  route('POST', '/media/import-from-url', importMedia, { status: 201 }),
  route('POST', '/media/move', moveMedia, { answer: 'items' }),
  route('POST', '/media/delete', deleteMedia, { answer: 'nothing' }),
  route('POST', '/media/check-usage', checkMediaUsage),
  route('GET', '/media/frequently-used', listFrequentMedia, { answer: 'items' }),
  route('GET', '/media/folders', listMediaFolders, { answer: 'items' }),
  route('POST', '/media/folders', createMediaFolder, { status: 201 }),
  route('PUT', '/media/folders/:folder_id', updateMediaFolder),
  route('DELETE', '/media/folders/:folder_id', deleteMediaFolder, { answer: 'nothing' }),
  route('PUT', '/media/:media_id', updateMedia),
  route('POST', '/media/:media_id/replace', replaceMedia, { upload }),
];
