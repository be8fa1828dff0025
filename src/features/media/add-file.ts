import type { Deps } from '../../platform/deps.ts';
import { createId } from '../../platform/ids.ts';
import type { TenantScope } from '../../platform/scope.ts';
import type { SpooledFile } from '../../platform/upload.ts';
import { foldName } from '../templates/index.ts';
import { createVersionToken } from './addresses.ts';
import { fileNotFound } from './errors.ts';
import { announceFiles } from './events.ts';
import { requireTargetFolder } from './folders/find-folder.ts';
import { nameUpload } from './names.ts';
import { type ItemRow, insertFile, insertVersion, selectItem } from './queries.ts';
import { storeFile } from './storing/store-file.ts';

export interface NewFile {
  file: SpooledFile;
  /** The input it came by, for messages. */
  field: 'file' | 'url';
  /** null: the top. */
  folderId: string | null;
}

/** Adds a file that came in to the library. Throws as `storeFile`, and `not_found` for the folder. */
export async function addFile(
  { deps, scope }: { deps: Deps; scope: TenantScope },
  { file, field, folderId }: NewFile,
): Promise<ItemRow> {
  await requireTargetFolder(scope, deps.db.reader, folderId);
  const id = await storeFile(
    { deps, scope },
    {
      file,
      field,
      async refer(db, blob, { category }) {
        const filename = nameUpload(file.filename, blob.extension);
        const now = deps.clock.now();
        const row = {
          id: createId(),
          tenantId: scope.tenant.id,
          // The folder may have been deleted since.
          folderId: await requireTargetFolder(scope, db, folderId),
          blobId: blob.id,
          token: createVersionToken(),
          filename,
          filenameFolded: foldName(filename),
          altText: '',
          altFolded: '',
          category,
          size: blob.bytes,
          createdAt: now,
          updatedAt: now,
        };
        await insertFile(db, row);
        await insertVersion(db, row, now);
        const activity = field === 'url' ? 'media.imported' : 'media.uploaded';
        await announceFiles({ deps, scope }, db, activity, [row]);
        return row.id;
      },
    },
  );
  const item = await selectItem(scope, deps.db.reader, id);
  if (item === undefined) throw fileNotFound();
  return item;
}
