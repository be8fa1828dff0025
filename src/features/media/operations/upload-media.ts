import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { SpooledFileInput } from '../../../platform/upload.ts';
import { addFile } from '../add-file.ts';
import { mediaEvent } from '../events.ts';
import { toItem } from '../output.ts';
import { MediaItem, TargetFolder } from '../schema.ts';

export const uploadMedia = defineOperation({
  name: 'uploadMedia',
  summary: 'Add a file to the library',
  scope: 'tenant',
  input: Type.Object({ file: SpooledFileInput, folder_id: Type.Optional(TargetFolder) }),
  output: MediaItem,
  async run({ deps, scope, emit }, { file, folder_id }) {
    const item = await addFile({ deps, scope }, { file, field: 'file', folderId: folder_id ?? null });
    emit(mediaEvent('media.uploaded', [item.id]));
    return toItem(deps, item);
  },
});
