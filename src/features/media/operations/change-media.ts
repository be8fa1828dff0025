import { Type } from '@sinclair/typebox';
import { invalidField, validationFailed } from '../../../platform/errors.ts';
import { SpooledFileInput } from '../../../platform/files/upload.ts';
import { requireTargetFolder } from '../../../platform/folders/folders.ts';
import { TargetFolder } from '../../../platform/folders/schema.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { ownerOf } from '../../../platform/scope.ts';
import { foldName } from '../../../platform/text/names.ts';
import { createVersionToken } from '../addresses.ts';
import { fileNotFound, otherCategory } from '../errors.ts';
import { announceFiles, mediaEvent, nameChange } from '../events.ts';
import { requireItem } from '../find-file.ts';
import { nameFile, nameUpload } from '../names.ts';
import { toItem } from '../output.ts';
import { insertVersion, moveFiles, selectItems, updateFile } from '../queries.ts';
import { AltText, FileId, FileIds, Filename, MEDIA_FOLDERS, MediaItem } from '../schema.ts';
import { storeFile } from '../store/store-file.ts';

export const updateMedia = defineOperation({
  name: 'updateMedia',
  summary: 'Rename a file, or change its alternative text; what is not sent stays',
  scope: 'tenant',
  effect: 'write',
  input: Type.Object({
    media_id: FileId,
    filename: Type.Optional(Filename),
    alt_text: Type.Optional(AltText),
  }),
  output: MediaItem,
  async run({ deps, scope, emit }, { media_id, filename, alt_text }) {
    if (filename === undefined && alt_text === undefined) {
      throw validationFailed({ filename: ['is missing, and so is alt_text: send at least one of them.'] });
    }
    await deps.db.transaction(async (db) => {
      const row = await requireItem(scope, db, media_id);
      const name = filename === undefined ? row.filename : nameFile(filename, row.extension);
      const altText = alt_text === undefined ? row.altText : (alt_text ?? '');
      if (name === row.filename && altText === row.altText) return;
      await updateFile(scope, db, media_id, {
        filename: name,
        filenameFolded: foldName(name),
        altText,
        altFolded: foldName(altText),
        updatedAt: deps.clock.now(),
      });
      const activity = altText === row.altText ? 'media.renamed' : 'media.updated';
      const named = { id: media_id, filename: nameChange(row.filename, name) };
      await announceFiles({ deps, scope }, db, activity, [named]);
      emit(mediaEvent('media.updated', [media_id]));
    }, ownerOf(scope));
    const item = await requireItem(scope, deps.db.reader, media_id);
    return toItem(deps, item);
  },
});

export const moveMedia = defineOperation({
  name: 'moveMedia',
  summary: 'Put files into a folder, or to the top',
  scope: 'tenant',
  effect: 'write',
  input: Type.Object({ ids: FileIds, folder_id: TargetFolder }),
  output: Type.Object({ items: Type.Array(MediaItem, { description: 'The files, which are there now.' }) }),
  async run({ deps, scope, emit }, { ids, folder_id }) {
    const moved = await deps.db.transaction(async (db) => {
      const folderId = await requireTargetFolder(MEDIA_FOLDERS, scope, db, folder_id);
      const files = await moveFiles(scope, db, { ids, folderId, now: deps.clock.now() });
      await announceFiles({ deps, scope }, db, 'media.moved', files);
      return files.map((file) => file.id);
    }, ownerOf(scope));
    if (moved.length > 0) emit(mediaEvent('media.moved', moved));
    const rows = await selectItems(scope, deps.db.reader, ids);
    return { items: rows.map((row) => toItem(deps, row)) };
  },
});

/** Both in one for agents, because every tool costs tokens in every conversation. */
export const changeMedia = defineOperation({
  name: 'changeMedia',
  summary: 'Move files, or rename one and change its alternative text',
  scope: 'tenant',
  effect: 'write',
  input: Type.Object({
    ids: FileIds,
    folder_id: Type.Optional(TargetFolder),
    filename: Type.Optional(Filename),
    alt_text: Type.Optional(AltText),
  }),
  output: Type.Object({
    ...moveMedia.output.properties,
    not_found: Type.Optional(Type.Array(Type.String(), { description: 'Ids of no file.' })),
  }),
  async run(context, { ids, folder_id, ...texts }) {
    const { deps, scope } = context;
    const isRenamed = Object.values(texts).some((text) => text !== undefined);
    if (folder_id === undefined && !isRenamed)
      throw validationFailed({
        folder_id: ['is missing, and so are filename and alt_text: send one of them.'],
      });
    const [media_id = ''] = ids;
    if (isRenamed && ids.length > 1)
      throw invalidField('ids', 'must be one file, for a filename or alt_text.');
    if (folder_id !== undefined) await requireTargetFolder(MEDIA_FOLDERS, scope, deps.db.reader, folder_id);
    if (isRenamed) await updateMedia.run(context, { media_id, ...texts });
    if (folder_id !== undefined) await moveMedia.run(context, { ids, folder_id });
    const rows = await selectItems(scope, deps.db.reader, ids);
    if (rows.length === 0) throw fileNotFound();
    const found = new Set(rows.map(({ id }) => id));
    const missing = ids.filter((id) => !found.has(id));
    const items = rows.map((row) => toItem(deps, row, 'compact'));
    return { items, ...(missing.length > 0 && { not_found: missing }) };
  },
});

export const replaceMedia = defineOperation({
  name: 'replaceMedia',
  summary: 'Put another file in the place of one; it gets new URLs, the old ones go on showing the old file',
  scope: 'tenant',
  effect: 'write',
  input: Type.Object({ media_id: FileId, file: SpooledFileInput }),
  output: MediaItem,
  async run({ deps, scope, emit }, { media_id, file }) {
    const present = await requireItem(scope, deps.db.reader, media_id);
    await storeFile(
      { deps, scope },
      {
        file,
        field: 'file',
        checkType({ category }) {
          if (category !== present.category) throw otherCategory(present.category, category);
        },
        async refer(db, blob) {
          // It may have been renamed or deleted meanwhile.
          const row = await requireItem(scope, db, media_id);
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
    const item = await requireItem(scope, deps.db.reader, media_id);
    emit(mediaEvent('media.replaced', [item.id]));
    return toItem(deps, item);
  },
});
