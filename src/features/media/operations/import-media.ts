import { rm } from 'node:fs/promises';
import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { addFile } from '../add-file.ts';
import { mediaEvent } from '../events.ts';
import { fetchToSpool } from '../fetch-to-spool.ts';
import { requireTargetFolder } from '../folders/find-folder.ts';
import { toItem } from '../output.ts';
import { MediaAnswerInput, MediaItem, TargetFolder } from '../schema.ts';

export const importMedia = defineOperation({
  name: 'importMediaFromUrl',
  summary: 'Fetch a file from the web and add it to the library',
  scope: 'tenant',
  feature: 'import_from_url',
  input: Type.Object({
    url: Type.String({ maxLength: 2000, description: 'Address of the file itself, http or https.' }),
    folder_id: Type.Optional(TargetFolder),
    answer: MediaAnswerInput,
  }),
  output: MediaItem,
  async run({ deps, scope, emit }, { url, folder_id, answer }) {
    const folderId = await requireTargetFolder(scope, deps.db.reader, folder_id);
    const file = await fetchToSpool({ deps, scope }, url.trim());
    try {
      const item = await addFile({ deps, scope }, { file, field: 'url', folderId });
      emit(mediaEvent('media.uploaded', [item.id]));
      return toItem(deps, item, answer);
    } finally {
      await rm(file.path, { force: true });
    }
  },
});
