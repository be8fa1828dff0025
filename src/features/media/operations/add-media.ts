import { rm } from 'node:fs/promises';
import { Type } from '@sinclair/typebox';
import type { SniffedType } from '../../../mail/pictures/photo/sniff.ts';
import {
  HEAD_BYTES,
  makeIncomingPath,
  type SpooledFile,
  SpooledFileInput,
} from '../../../platform/files/upload.ts';
import { requireTargetFolder } from '../../../platform/folders/folders.ts';
import { TargetFolder } from '../../../platform/folders/schema.ts';
import { createId } from '../../../platform/ids.ts';
import { defineOperation, type TenantContext } from '../../../platform/operation.ts';
import { sha256HexOf } from '../../../platform/security/crypto.ts';
import { foldName } from '../../../platform/text/names.ts';
import { createVersionToken } from '../addresses.ts';
import { announceFiles, mediaEvent } from '../events.ts';
import { requireItem } from '../find-file.ts';
import { nameFile, nameUpload } from '../names.ts';
import { toItem } from '../output.ts';
import { type ItemRow, insertFile, insertVersion } from '../queries.ts';
import { AltText, Filename, MEDIA_FOLDERS, MediaAnswerInput, MediaItem } from '../schema.ts';
import { requireRoom, storeFile } from '../store/store-file.ts';

export const uploadMedia = defineOperation({
  name: 'uploadMedia',
  summary: 'Add a file to the library',
  scope: 'tenant',
  effect: 'write',
  input: Type.Object({
    file: SpooledFileInput,
    folder_id: Type.Optional(TargetFolder),
    filename: Type.Optional(Filename),
    alt_text: Type.Optional(AltText),
  }),
  output: MediaItem,
  async run({ deps, scope, emit }, { file, folder_id, filename, alt_text }) {
    const folderId = folder_id ?? null;
    const newFile = { file, field: 'file' as const, folderId, filename, altText: alt_text ?? '' };
    const item = await addFile({ deps, scope }, newFile);
    emit(mediaEvent('media.uploaded', [item.id]));
    return toItem(deps, item);
  },
});

export const importMedia = defineOperation({
  name: 'importMediaFromUrl',
  summary: 'Fetch a file from the web and add it to the library',
  scope: 'tenant',
  effect: 'write',
  requestClass: 'upload',
  feature: 'import_from_url',
  concernsNoTemplate: true,
  input: Type.Object({
    url: Type.String({ maxLength: 2000, description: 'Address of the file itself, http or https.' }),
    folder_id: Type.Optional(TargetFolder),
    answer: MediaAnswerInput,
  }),
  output: MediaItem,
  async run({ deps, scope, emit }, { url, folder_id, answer }) {
    const folderId = await requireTargetFolder(MEDIA_FOLDERS, scope, deps.db.reader, folder_id);
    const file = await fetchToSpool({ deps, scope }, url.trim());
    try {
      const newFile = { file, field: 'url' as const, folderId, filename: undefined, altText: '' };
      const item = await addFile({ deps, scope }, newFile);
      emit(mediaEvent('media.uploaded', [item.id]));
      return toItem(deps, item, answer);
    } finally {
      await rm(file.path, { force: true });
    }
  },
});

interface NewFile {
  file: SpooledFile;
  /** The input with the file, for error messages. */
  field: 'file' | 'url';
  /** null: the top level. */
  folderId: string | null;
  /** Undefined: the file's own name. */
  filename: string | undefined;
  altText: string;
  /** Throws if the type is not allowed here. */
  checkType?: (type: SniffedType) => void;
}

/** Adds a received file to the library. Throws as `storeFile`, and `not_found` for the folder. */
export async function addFile(
  { deps, scope }: TenantContext,
  { file, field, folderId, checkType, ...given }: NewFile,
): Promise<ItemRow> {
  await requireTargetFolder(MEDIA_FOLDERS, scope, deps.db.reader, folderId);
  const id = await storeFile(
    { deps, scope },
    {
      file,
      field,
      ...(checkType && { checkType }),
      async refer(db, blob, { category }) {
        const { altText } = given;
        const filename =
          given.filename === undefined
            ? nameUpload(file.filename, blob.extension)
            : nameFile(given.filename, blob.extension);
        const now = deps.clock.now();
        const row = {
          id: createId(),
          tenantId: scope.tenant.id,
          // The folder may have been deleted meanwhile.
          folderId: await requireTargetFolder(MEDIA_FOLDERS, scope, db, folderId),
          blobId: blob.id,
          token: createVersionToken(),
          filename,
          filenameFolded: foldName(filename),
          altText,
          altFolded: foldName(altText),
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
  return requireItem(scope, deps.db.reader, id);
}

/** Time limit of the whole fetch, including redirects, because the caller also waits for the conversions. */
const TIMEOUT_MS = 15_000;

/**
 * Fetches the file at an address; the caller removes it if it still exists afterwards. Throws the errors of the fetch,
 * which name the input `url`, and `plan_limit_reached` if there is no room for any file.
 */
export async function fetchToSpool({ deps, scope }: TenantContext, url: string): Promise<SpooledFile> {
  await requireRoom({ deps, scope }, 1);
  const path = await makeIncomingPath(deps.incomingDir);
  const { finalUrl, size } = await deps.publicFetch.savePublicFile(url, path, {
    maxBytes: scope.plan.limits.max_file_size_bytes,
    timeoutMs: TIMEOUT_MS,
    owner: `tenant ${scope.tenant.id}`,
    field: 'url',
  });
  try {
    const facts = await readFacts(path);
    return { path, filename: nameOf(finalUrl), bytes: size, ...facts };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function readFacts(path: string): Promise<Pick<SpooledFile, 'sha256' | 'head'>> {
  const file = Bun.file(path);
  return { sha256: await sha256HexOf(file), head: await file.slice(0, HEAD_BYTES).bytes() };
}

/** The last step of an address's path, decoded. */
function nameOf(url: string): string {
  const step = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
