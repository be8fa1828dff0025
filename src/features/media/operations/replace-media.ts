import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { SpooledFileInput } from '../../../platform/upload.ts';
import { foldName } from '../../templates/index.ts';
import { createVersionToken } from '../addresses.ts';
import { fileNotFound, otherCategory } from '../errors.ts';
import { announceFiles, mediaEvent } from '../events.ts';
import { nameUpload } from '../names.ts';
import { toItem } from '../output.ts';
import { insertVersion, selectItem, updateFile } from '../queries.ts';
import { FileId, MediaItem } from '../schema.ts';
import { storeFile } from '../storing/store-file.ts';

export const replaceMedia = defineOperation({
  name: 'replaceMedia',
  summary: 'Put another file in the place of one; it gets new URLs, the old ones go on showing the old file',
  scope: 'tenant',
  input: Type.Object({ media_id: FileId, file: SpooledFileInput }),
  output: MediaItem,
  async run({ deps, scope, emit }, { media_id, file }) {
    const present = await selectItem(scope, deps.db.reader, media_id);
    if (present === undefined) throw fileNotFound();
    await storeFile(
      { deps, scope },
      {
        file,
        field: 'file',
        checkType({ category }) {
          if (category !== present.category) throw otherCategory(present.category, category);
        },
        async refer(db, blob) {
          // It may have been renamed or deleted since.
          const row = await selectItem(scope, db, media_id);
          if (row === undefined) throw fileNotFound();
          const filename = nameUpload(row.filename, blob.extension);
          const now = deps.clock.now();
          const version = {
            tenantId: scope.tenant.id,
            id: row.id,
            blobId: blob.id,
            token: createVersionToken(),
          };
          await insertVersion(db, version, now);
          await updateFile(scope, db, row.id, {
            blobId: blob.id,
            token: version.token,
            filename,
            filenameFolded: foldName(filename),
            size: blob.bytes,
            updatedAt: now,
          });
          await announceFiles({ deps, scope }, db, 'media.replaced', [{ id: row.id, filename }]);
        },
      },
    );
    const item = await selectItem(scope, deps.db.reader, media_id);
    if (item === undefined) throw fileNotFound();
    emit(mediaEvent('media.replaced', [item.id]));
    return toItem(deps, item);
  },
});
