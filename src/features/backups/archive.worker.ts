import { stat } from 'node:fs/promises';
import { isDiskFull } from '../../platform/errors.ts';
import { serveWorker } from '../../platform/workers/serve.ts';
import { HEADER_NAME, MANIFEST_NAME, type Media, newHeader, type Part } from './archive.ts';
import { noSpaceToWrite } from './errors.ts';
import { type MediaFile, type MediaJob, type StoredMedia, storeMedia } from './media/store-media.ts';
import { measureFile, readRemoteFile, type SourceFile } from './source-files.ts';
import { ArchiveWriter } from './write-archive.ts';

/** A part of the archive that is not a file on the disk. */
interface SourceText {
  name: string;
  text: string;
}

export interface ArchiveJob {
  texts: readonly SourceText[];
  files: readonly SourceFile[];
  media: readonly MediaFile[];
  /** Undefined: media files are in the archive. */
  mediaBeside: MediaJob | undefined;
  /** Path of the archive to write. */
  target: string;
  /** Empty: not encrypted. */
  passphrase: string;
  version: string;
  createdAt: string;
  rows: Record<string, number>;
}

export interface WrittenArchive extends Omit<StoredMedia, 'parts'> {
  /** Bytes of the archive. */
  bytes: number;
  /** Bytes of the files in the archive and beside it. */
  contentBytes: number;
}

serveWorker(async (job: ArchiveJob): Promise<WrittenArchive> => {
  try {
    return await writeBackup(job);
  } catch (error) {
    throw isDiskFull(error) ? noSpaceToWrite(job.target, error) : error;
  }
});

async function writeBackup(job: ArchiveJob): Promise<WrittenArchive> {
  const { files, media, mediaBeside } = job;
  if (mediaBeside === undefined) {
    const written = await writeArchive(job, [...files, ...media]);
    return { ...written, addedBytes: 0, onlyAtTarget: [] };
  }
  const { parts, ...stored } = await storeMedia(mediaBeside, media);
  const written = await writeArchive(job, files, { identity: mediaBeside.folder.identity, parts });
  const mediaBytes = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  return { ...written, ...stored, contentBytes: written.contentBytes + mediaBytes };
}

async function writeArchive(
  { texts, target, passphrase, version, createdAt, rows }: ArchiveJob,
  files: readonly SourceFile[],
  media?: Media,
) {
  const { present, missing } = await measure(files);
  const textBytes = texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const contentBytes = present.reduce((sum, file) => sum + file.bytes, textBytes);
  const archive = new ArchiveWriter(target, passphrase);
  const header = newHeader(version, createdAt, contentBytes);
  archive.addText(HEADER_NAME, JSON.stringify(header));
  const parts: Part[] = texts.map(({ name, text }) => archive.addText(name, text));
  const damaged: string[] = [];
  for (const file of present) {
    const part = await addFile(archive, file);
    if (part === undefined) {
      missing.push(file.name);
      continue;
    }
    if (file.sha256 !== undefined && file.sha256 !== part.sha256) damaged.push(file.name);
    parts.push(part);
  }
  archive.addText(MANIFEST_NAME, JSON.stringify({ parts, rows, media }));
  await archive.finish();
  return { bytes: (await stat(target)).size, contentBytes, missing, damaged };
}

async function measure(files: readonly SourceFile[]) {
  const present: (SourceFile & { bytes: number })[] = [];
  const missing: string[] = [];
  for (const file of files) {
    const bytes = file.path === undefined ? (file.bytes ?? 0) : await measureFile(file.path);
    if (bytes === undefined) missing.push(file.name);
    else present.push({ ...file, bytes });
  }
  return { present, missing };
}

/**
 * Undefined if the file is not in its bucket. The file is read before its entry is written, because a broken entry
 * cannot be removed from the archive.
 */
async function addFile(
  archive: ArchiveWriter,
  file: SourceFile & { bytes: number },
): Promise<Part | undefined> {
  if (file.path !== undefined) return archive.addFile(file.name, file.path, file.bytes);
  const read = await readRemoteFile(file);
  return read && archive.addBytes(file.name, read);
}
