import { mkdir, open, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDiskFull } from '../../platform/errors.ts';
import { type Header, type Manifest, type Part, type ReceivedPart, readArchive } from './archive.ts';
import { backupNotFound, damaged, noSpaceFor } from './errors.ts';
import { receiveMedia, requireMediaNames } from './media/receive-media.ts';
import { DATABASE_NAME, isPartName } from './parts.ts';
import type { BackupTarget } from './targets/index.ts';

/** The contents of a backup in a folder, all compared with the manifest. */
export interface ReceivedBackup {
  header: Header;
  manifest: Manifest;
  bytes: number;
  /** Media files beside the archive that were left out, because they are missing or damaged there. */
  skipped: readonly string[];
}

/** Room that stays free on the disk. */
const SPARE_BYTES = 16 * 1024 * 1024;

export interface BackupSource {
  /** Path of the archive. */
  file: string;
  /** The target that has its media files. */
  target: BackupTarget;
  /** Empty for a backup that is not encrypted. */
  passphrase: string;
  /** Leave out media files beside the archive that are missing or damaged, instead of refusing the backup. */
  skipDamagedMedia?: boolean;
}

/**
 * Writes the parts of a backup below `folder`, durably, with the media files beside it, and compares each with its hash.
 * Throws `not_found`, `validation_failed` or `storage_full`; the folder then holds a part of it.
 */
export async function receiveBackup(
  { file, target, passphrase, skipDamagedMedia = false }: BackupSource,
  folder: string,
): Promise<ReceivedBackup> {
  const received = await receiveArchive(file, folder, passphrase);
  const { media } = received.manifest;
  if (media === undefined) return received;
  const bytes = media.parts.reduce((sum, part) => sum + part.bytes, 0);
  try {
    await requireSpace(bytes, folder);
    const skipped = await receiveMedia(target, media, folder, { skipDamaged: skipDamagedMedia });
    return { ...received, bytes: received.bytes + bytes, skipped };
  } catch (error) {
    throw isDiskFull(error) ? noSpaceFor(bytes, 0, folder) : error;
  }
}

/** As `receiveBackup`, without the media files beside it. */
export async function receiveArchive(
  file: string,
  folder: string,
  passphrase: string,
): Promise<ReceivedBackup> {
  if (!(await stat(file).catch(() => undefined))?.isFile()) throw backupNotFound(file);
  const received = new Map<string, Part>();
  let header: Header | undefined;
  let bytes = 0;
  const manifest = await readArchive(file, passphrase, {
    async onHeader(found) {
      header = found;
      await requireSpace(found.bytes, folder);
    },
    async onPart(part) {
      if (!isPartName(part.name)) throw damaged(`"${part.name.slice(0, 100)}" does not belong in a backup`);
      if (received.has(part.name)) throw damaged(`${part.name} is in it twice`);
      bytes += part.bytes;
      if (bytes > (header as Header).bytes) throw damaged('it holds more than it says');
      received.set(part.name, await writePart(part, folder));
    },
  }).catch((error) => {
    throw isDiskFull(error) ? noSpaceFor(header?.bytes ?? 0, 0, folder) : error;
  });
  comparePartsWithManifest(received, manifest);
  requireMediaNames(manifest.media?.parts ?? [], received);
  return { header: header as Header, manifest, bytes, skipped: [] };
}

async function requireSpace(bytes: number, folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize - SPARE_BYTES;
  if (bytes > free) throw noSpaceFor(bytes, Math.max(0, free), folder);
}

async function writePart({ name, bytes, content }: ReceivedPart, folder: string): Promise<Part> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = new Bun.CryptoHasher('sha256');
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of content) {
      hash.update(chunk);
      await file.write(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { name, bytes, sha256: hash.digest('hex') };
}

function comparePartsWithManifest(received: ReadonlyMap<string, Part>, { parts }: Manifest): void {
  for (const { name, bytes, sha256 } of parts) {
    const part = received.get(name);
    if (part === undefined) throw damaged(`${name} is missing`);
    if (part.bytes !== bytes || part.sha256 !== sha256)
      throw damaged(`${name} has other contents than it had`);
  }
  if (parts.length !== received.size) throw damaged('it has files that its manifest does not name');
  if (!received.has(DATABASE_NAME)) throw damaged('the database is missing');
}
