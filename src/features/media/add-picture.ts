import { rm, writeFile } from 'node:fs/promises';
import type { Deps } from '../../platform/deps.ts';
import { invalidField } from '../../platform/errors.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { toDiskError } from '../../platform/files/disk-errors.ts';
import { HEAD_BYTES, makeIncomingPath, type SpooledFile } from '../../platform/files/upload.ts';
import type { TenantContext } from '../../platform/operation.ts';
import { sha256HexOf } from '../../platform/security/crypto.ts';
import { mediaEvent } from './events.ts';
import { addFile, fetchToSpool } from './operations/add-media.ts';
import { toItem } from './output.ts';

interface Context extends TenantContext {
  emit(event: DomainEvent): void;
}

/** A picture for the library: its bytes with a name, or the address from which to fetch it. */
export type NewPicture = { bytes: Uint8Array; filename: string } | { url: string };

/**
 * Adds a picture to the library, without a folder, and returns its address for mails. A picture with the same bytes is
 * stored once. Throws as an upload or an import from an address does, and `validation_failed` for what is no picture.
 */
export async function addPicture(context: Context, picture: NewPicture): Promise<string> {
  const { deps, scope, emit } = context;
  const isFetched = 'url' in picture;
  const file = isFetched ? await fetchToSpool({ deps, scope }, picture.url) : await spool(deps, picture);
  try {
    const item = await addFile(context, {
      file,
      field: isFetched ? 'url' : 'file',
      folderId: null,
      filename: undefined,
      altText: '',
      checkType({ category }) {
        if (category !== 'images') throw invalidField('url', 'is not the address of a picture.');
      },
    });
    emit(mediaEvent('media.uploaded', [item.id]));
    return toItem(deps, item, 'compact').url;
  } finally {
    await rm(file.path, { force: true });
  }
}

async function spool(
  deps: Deps,
  { bytes, filename }: { bytes: Uint8Array; filename: string },
): Promise<SpooledFile> {
  const path = await makeIncomingPath(deps.incomingDir);
  await writeFile(path, bytes).catch((error) => {
    throw toDiskError(error);
  });
  const sha256 = await sha256HexOf(Bun.file(path));
  return { path, filename, bytes: bytes.byteLength, sha256, head: bytes.subarray(0, HEAD_BYTES) };
}
