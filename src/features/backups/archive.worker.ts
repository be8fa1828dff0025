import { stat } from 'node:fs/promises';
import { DomainError, isDiskFull } from '../../platform/errors.ts';
import { serveWorker } from '../../platform/workers/serve.ts';
import { ArchiveWriter, HEADER_NAME, MANIFEST_NAME, newHeader, type Part } from './archive.ts';
import { noSpaceToWrite } from './errors.ts';

export interface SourceFile {
  /** In the archive. */
  name: string;
  /** Or `url`, from which it is read. */
  path?: string;
  url?: string;
  /** Of a file with an address. */
  bytes?: number;
  /** SHA-256 in hex that the file must have, if it is known. */
  sha256?: string;
}

/** A file that is not on the disk. */
export interface SourceText {
  name: string;
  text: string;
}

export interface ArchiveJob {
  texts: readonly SourceText[];
  files: readonly SourceFile[];
  /** Where to write. */
  target: string;
  /** Empty: not encrypted. */
  passphrase: string;
  version: string;
  createdAt: string;
  rows: Record<string, number>;
}

export interface WrittenArchive {
  /** Of the archive. */
  bytes: number;
  /** Of the files in it. */
  contentBytes: number;
  /** Names of files that were not there. */
  missing: string[];
  /** Names of files with other contents than they should have. They are in the archive. */
  damaged: string[];
}

serveWorker(async (job: ArchiveJob): Promise<WrittenArchive> => {
  try {
    return await writeArchive(job);
  } catch (error) {
    throw isDiskFull(error) ? noSpaceToWrite(job.target, error) : error;
  }
});

async function writeArchive({ texts, files, target, passphrase, version, createdAt, rows }: ArchiveJob) {
  const { present, missing } = await measure(files);
  const textBytes = texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const contentBytes = present.reduce((sum, file) => sum + file.bytes, textBytes);
  const archive = new ArchiveWriter(target, passphrase);
  archive.addText(HEADER_NAME, JSON.stringify(newHeader(version, createdAt, contentBytes)));
  const parts: Part[] = texts.map(({ name, text }) => archive.addText(name, text));
  const damaged: string[] = [];
  for (const { name, path, url, bytes, sha256 } of present) {
    const part =
      path === undefined ? await addRemote(archive, name, url) : await archive.addFile(name, path, bytes);
    if (part === undefined) {
      missing.push(name);
      continue;
    }
    if (sha256 !== undefined && sha256 !== part.sha256) damaged.push(name);
    parts.push(part);
  }
  archive.addText(MANIFEST_NAME, JSON.stringify({ parts, rows }));
  await archive.finish();
  return { bytes: (await stat(target)).size, contentBytes, missing, damaged };
}

async function measure(files: readonly SourceFile[]) {
  const present: (SourceFile & { bytes: number })[] = [];
  const missing: string[] = [];
  for (const file of files) {
    if (file.path === undefined) {
      present.push({ ...file, bytes: file.bytes ?? 0 });
      continue;
    }
    const found = await stat(file.path).catch(() => undefined);
    if (found?.isFile()) present.push({ ...file, bytes: found.size });
    else missing.push(file.name);
  }
  return { present, missing };
}

const ATTEMPTS = 3;

/** How long one file may take to be sent. */
const FILE_TIMEOUT_MS = 10 * 60_000;

/** Adds a file of a bucket. Undefined if it is not there. It is read first, because a broken entry cannot be taken back. */
async function addRemote(archive: ArchiveWriter, name: string, url = ''): Promise<Part | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const read = await readRemote(url).catch(() => undefined);
    if (read === 'missing') return undefined;
    if (read !== undefined) return archive.addBytes(name, read);
    if (attempt === ATTEMPTS) break;
    await Bun.sleep(1_000 * attempt);
  }
  throw new DomainError(
    'unavailable',
    `The bucket of the media files did not give ${name}. The backup was not made: repeat it when "galley doctor" finds the bucket in order.`,
  );
}

/** Errors of `fetch` hold the signed address, so they are not passed on. */
async function readRemote(url: string): Promise<Uint8Array | 'missing' | undefined> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FILE_TIMEOUT_MS), decompress: false });
  if (response.status === 404) return 'missing';
  return response.ok ? response.bytes() : undefined;
}
