import type { SpooledFile } from '../../platform/files/upload.ts';
import type { TenantContext } from '../../platform/operation.ts';
import { foldName } from '../../platform/text/names.ts';
import { nameUpload } from './names.ts';
import { insertFile, insertVersion, isVersionKnown, selectItem, updateFile } from './queries.ts';
import { storeFile } from './store/store-file.ts';

/** A file of another library, with its place in this one. */
interface ForeignFile {
  id: string;
  folderId: string | null;
  filename: string;
  altText: string;
  createdAt: number;
  updatedAt: number;
}

/**
 * Adds a version of a file from another library, checked and stored like an upload; the last version that is added is the
 * present one. One that is there already is left. Throws as `storeFile`.
 */
export async function restoreFile(
  { deps, scope }: TenantContext,
  file: ForeignFile,
  version: { token: string; createdAt: number },
  spooled: SpooledFile,
): Promise<void> {
  if (await isVersionKnown(scope, deps.db.reader, version.token)) return;
  await storeFile(
    { deps, scope },
    {
      file: spooled,
      field: 'file',
      async refer(db, blob, { category }) {
        const filename = nameUpload(file.filename, blob.extension);
        const shown = { filename, filenameFolded: foldName(filename), updatedAt: file.updatedAt };
        const row = {
          ...{ id: file.id, tenantId: scope.tenant.id, folderId: file.folderId, category, ...shown },
          ...{ altText: file.altText, altFolded: foldName(file.altText), createdAt: file.createdAt },
          ...{ blobId: blob.id, token: version.token, size: blob.bytes },
        };
        if ((await selectItem(scope, db, file.id)) === undefined) await insertFile(db, row);
        else {
          const { token, size, blobId } = row;
          await updateFile(scope, db, file.id, { ...shown, token, size, blobId });
        }
        await insertVersion(db, row, version.createdAt);
      },
    },
  );
}
