import { sha256Hex, sha256HexOf } from '../../../platform/security/crypto.ts';
import { forEachConcurrently } from '../../../platform/tasks/concurrently.ts';
import { measureFile, readRemoteFile, type SourceFile } from '../source-files.ts';
import { type BackupTarget, openTarget, type TargetAccess } from '../targets/index.ts';
import { writeInSteps } from '../write-in-steps.ts';
import { type MediaFolder, nameMedia } from './media-folder.ts';
import { writeReferences } from './references.ts';

/** Files that are stored concurrently. */
const AT_ONCE = 4;

/** A media file that is beside the archive. */
export interface MediaPart {
  /** Its path in the data directory. */
  name: string;
  bytes: number;
  sha256: string;
  /** Its name at the target. */
  at: string;
}

export interface MediaJob {
  access: TargetAccess;
  folder: MediaFolder;
  /** The archive that will refer to the files. */
  archive: string;
  /** Names of damaged files at the target. They are written again. */
  suspects: readonly string[];
}

export interface StoredMedia {
  parts: MediaPart[];
  /** Bytes of the files that were not at the target before. */
  addedBytes: number;
  /** Names of files that are in neither store. */
  missing: string[];
  /** Names of files that only the target has. */
  onlyAtTarget: string[];
  /** Names of files whose contents are not as expected. They are stored as they are. */
  damaged: string[];
}

export type MediaFile = SourceFile & { bytes: number; sha256: string };

/** Stores the media files that the target does not have. Before that, stores there which files the archive needs. */
export async function storeMedia(job: MediaJob, files: readonly MediaFile[]): Promise<StoredMedia> {
  const target = openTarget(job.access);
  const groups = Map.groupBy(files, ({ sha256 }) => nameMedia(job.folder, sha256));
  await writeReferences(target, job.folder.path, job.archive, groups.keys());
  const present = new Set(await target.listFolder(job.folder.path));
  for (const name of job.suspects) present.delete(name);
  const storing = new MediaStoring(target, job.folder, present);
  await forEachConcurrently(groups.values(), AT_ONCE, async (same) => {
    for (const file of same) await storing.store(file);
  });
  const { stored, damaged } = storing;
  for (const { file, ...actual } of damaged) await storing.storeAs(file, actual);
  if (damaged.length > 0)
    await writeReferences(target, job.folder.path, job.archive, new Set(stored.parts.map(({ at }) => at)));
  return stored;
}

interface Content {
  source: Blob | Uint8Array;
  bytes: number;
  sha256: string;
}

class MediaStoring {
  readonly stored: StoredMedia = { parts: [], addedBytes: 0, missing: [], onlyAtTarget: [], damaged: [] };
  /**
   * Files whose contents differ from their hashes. They are stored last, because another file may have the same
   * contents undamaged.
   */
  readonly damaged: (Content & { file: MediaFile })[] = [];
  readonly #target: BackupTarget;
  readonly #folder: MediaFolder;
  readonly #present: Set<string>;

  constructor(target: BackupTarget, folder: MediaFolder, present: Set<string>) {
    this.#target = target;
    this.#folder = folder;
    this.#present = present;
  }

  async store(file: MediaFile): Promise<void> {
    const { name, path, bytes, sha256 } = file;
    const at = nameMedia(this.#folder, sha256);
    if (this.#present.has(at)) {
      if (path !== undefined && (await measureFile(path)) === undefined) this.stored.onlyAtTarget.push(name);
      this.stored.parts.push({ name, bytes, sha256, at });
      return;
    }
    const content = await readContent(file);
    if (content === undefined) this.stored.missing.push(name);
    else if (content.sha256 === sha256) await this.storeAs(file, content);
    else {
      this.stored.damaged.push(name);
      this.damaged.push({ ...content, file });
    }
  }

  async storeAs({ name }: MediaFile, { source, bytes, sha256 }: Content): Promise<void> {
    const at = nameMedia(this.#folder, sha256);
    if (!this.#present.has(at)) {
      await this.#target.put(at, (path) => writeContent(path, source, this.#folder.identity));
      this.#present.add(at);
      this.stored.addedBytes += bytes;
    }
    this.stored.parts.push({ name, bytes, sha256, at });
  }
}

/** Undefined if the file is not there. */
async function readContent(file: MediaFile): Promise<Content | undefined> {
  if (file.path === undefined) {
    const read = await readRemoteFile(file);
    return read && { source: read, bytes: read.length, sha256: sha256Hex(read) };
  }
  const bytes = await measureFile(file.path);
  if (bytes === undefined) return undefined;
  const source = Bun.file(file.path);
  return { source, bytes, sha256: await sha256HexOf(source) };
}

async function writeContent(path: string, source: Blob | Uint8Array, identity: string): Promise<void> {
  const plain = new Response(source).body ?? new ReadableStream();
  const written = identity === '' ? plain : await encryptFor(identity, plain);
  await writeInSteps(path, written, () => undefined);
}

async function encryptFor(
  identity: string,
  plain: ReadableStream<Uint8Array>,
): Promise<AsyncIterable<Uint8Array>> {
  // Imported here, because it takes 4 MB of memory.
  const { Encrypter, identityToRecipient } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(identity));
  return encrypter.encrypt(plain);
}
