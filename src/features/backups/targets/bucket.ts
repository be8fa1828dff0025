import { rm, stat } from 'node:fs/promises';
import { DomainError } from '../../../platform/errors.ts';
import {
  type BucketSettings,
  parseBucketAddress,
  requireBucketCredentials,
} from '../../../platform/files/bucket-address.ts';
import { BucketCredentials, NoAccessKey } from '../../../platform/files/bucket-credentials.ts';
import { makeIncomingPath } from '../../../platform/files/upload.ts';
import { backupNotFound } from '../errors.ts';
import { type BackupTarget, isBackupName, type StoredBackup } from './target.ts';

const PART_BYTES = 8 * 1024 * 1024;

/** Some services list uploaded objects only after a moment. */
const SETTLING_MS = [0, 100, 400];

/** A transfer that makes no progress for this time is aborted. */
const STALL_MS = 120_000;

/**
 * A bucket of an S3 service. Backups are written to `scratchDir` before they are uploaded, because a part may have to
 * be sent again.
 */
export class BucketTarget implements BackupTarget {
  readonly address: string;
  readonly #credentials: BucketCredentials;
  readonly #place: Bun.S3Options;
  readonly #prefix: string;
  readonly #scratchDir: string;
  readonly #stallMs: number;

  constructor(address: string, settings: BucketSettings, scratchDir: string, stallMs = STALL_MS) {
    const { bucket, prefix } = parseBucketAddress(address);
    requireBucketCredentials(settings);
    const { s3_endpoint, s3_region } = settings;
    this.address = address;
    this.#credentials = new BucketCredentials(settings);
    this.#place = {
      bucket,
      ...(s3_endpoint !== '' && { endpoint: s3_endpoint }),
      ...(s3_region !== '' && { region: s3_region }),
    };
    this.#prefix = prefix;
    this.#scratchDir = scratchDir;
    this.#stallMs = stallMs;
  }

  async store<Result>(
    name: string,
    write: (path: string) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    if (await this.has(name)) {
      const message = `There is a backup named ${name} at ${this.address} already. Choose another name, or remove it first.`;
      throw new DomainError('conflict', message);
    }
    return this.put(name, write, signal);
  }

  async put<Result>(
    name: string,
    write: (path: string) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return this.#withScratchFile(async (path) => {
      const result = await write(path);
      await this.#upload(path, name, signal);
      return result;
    });
  }

  async fetch<Result>(
    name: string,
    use: (path: string) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return this.#withScratchFile(async (path) => {
      await this.#download(name, path, signal);
      return use(path);
    });
  }

  async list(): Promise<StoredBackup[]> {
    const found: StoredBackup[] = [];
    for await (const { name, bytes } of this.#walk('galley-')) {
      if (isBackupName(name)) found.push({ name, bytes });
    }
    return found.sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  async listFolder(folder: string): Promise<string[]> {
    const names: string[] = [];
    for await (const { name } of this.#walk(`${folder}/`)) names.push(name);
    return names;
  }

  async remove(name: string): Promise<void> {
    await this.#run('delete', async () => (await this.#client()).delete(this.#prefix + name));
  }

  async has(name: string): Promise<boolean> {
    return (await this.#sizeOf(name)) !== undefined;
  }

  /**
   * Undefined if there is no such object. The answer to a refused HEAD has no reason, so a list is tried and its error
   * thrown.
   */
  async #sizeOf(name: string): Promise<number | undefined> {
    try {
      const client = await this.#client();
      return (await this.#withinLimit(client.file(this.#prefix + name).stat())).size;
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === 'NoSuchKey' || code === 'NotFound') return undefined;
      await this.#run('list', async () => (await this.#client()).list({ prefix: this.#prefix, maxKeys: 1 }));
      throw this.#toDomainError(error as Error, 'read');
    }
  }

  /** Objects whose names begin with `beginning`. */
  async *#walk(beginning: string): AsyncGenerator<StoredBackup> {
    let after: string | undefined;
    do {
      const page: Bun.S3ListObjectsOptions = { prefix: this.#prefix + beginning, maxKeys: 1000 };
      if (after !== undefined) page.startAfter = after;
      const { contents = [], isTruncated } = await this.#run('list', async () =>
        (await this.#client()).list(page),
      );
      for (const { key, size = 0 } of contents) yield { name: key.slice(this.#prefix.length), bytes: size };
      after = isTruncated ? contents.at(-1)?.key : undefined;
    } while (after !== undefined);
  }

  async #upload(path: string, name: string, signal: AbortSignal | undefined): Promise<void> {
    const { size } = await stat(path);
    const object = (await this.#client()).file(this.#prefix + name);
    if (size <= PART_BYTES)
      await this.#run('write', async () => object.write(await Bun.file(path).bytes(), { retry: 3 }));
    else await this.#uploadInParts(object, path, signal);
    let stored: number | undefined;
    for (const wait of SETTLING_MS) {
      await Bun.sleep(wait);
      stored = await this.#sizeOf(name);
      if (stored === size) return;
    }
    throw new DomainError(
      'unavailable',
      `The S3 service at ${this.address} has stored ${stored ?? 'none'} of the ${size} bytes of ${name}, so no backup was made. Try again.`,
    );
  }

  async #uploadInParts(object: Bun.S3File, path: string, signal: AbortSignal | undefined): Promise<void> {
    await this.#run('write', async () => {
      const writer = object.writer({ partSize: PART_BYTES, queueSize: 2, retry: 3 });
      for await (const chunk of Bun.file(path).stream()) {
        signal?.throwIfAborted();
        writer.write(chunk);
        await this.#withinLimit(writer.flush());
      }
      await this.#withinLimit(writer.end());
    });
  }

  async #download(name: string, path: string, signal: AbortSignal | undefined): Promise<void> {
    const sink = Bun.file(path).writer();
    try {
      const reader = (await this.#client())
        .file(this.#prefix + name)
        .stream()
        .getReader();
      await this.#run('read', async () => {
        while (true) {
          signal?.throwIfAborted();
          const { done, value } = await this.#withinLimit(reader.read());
          if (done) return;
          sink.write(value);
          await sink.flush();
        }
      });
    } finally {
      await sink.end();
    }
  }

  /** A client with the current access key, which may have been renewed. */
  async #client(): Promise<Bun.S3Client> {
    const key = await this.#credentials.current().catch((error) => {
      throw this.#toDomainError(error, 'read');
    });
    return new Bun.S3Client({ ...this.#place, ...key });
  }

  async #withScratchFile<Result>(use: (path: string) => Promise<Result>): Promise<Result> {
    const path = await makeIncomingPath(this.#scratchDir);
    try {
      return await use(path);
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Gives up if the service does not answer. */
  #withinLimit<Result>(step: Result | Promise<Result>): Promise<Result> {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('no answer')), this.#stallMs);
    return Promise.race([step, promise]).finally(() => clearTimeout(timer));
  }

  async #run<Result>(doing: string, request: () => Promise<Result>): Promise<Result> {
    try {
      return await this.#withinLimit(request());
    } catch (error) {
      throw this.#toDomainError(error as Error & { code?: string }, doing);
    }
  }

  #toDomainError(error: Error & { code?: string }, doing: string): unknown {
    if (error instanceof DomainError || error.name === 'AbortError') return error;
    if (error instanceof NoAccessKey)
      return new DomainError('unavailable', `Backups cannot reach ${this.address}: ${error.message}`);
    if (error.code === 'NoSuchKey') return backupNotFound(this.address);
    const message = `The S3 service refused to ${doing} at ${this.address}: ${error.code ?? error.message}. ${hintFor(error.code)}`;
    return new DomainError('unavailable', message, {}, { cause: error });
  }
}

function hintFor(code: string | undefined): string {
  if (code === 'NoSuchBucket') return 'Create the bucket, or correct its name.';
  if (code === 'AccessDenied') return 'Give the access key the rights to list, read, write and delete there.';
  if (code === 'InvalidAccessKeyId' || code === 'SignatureDoesNotMatch')
    return 'Check GALLEY_S3_ACCESS_KEY_ID and GALLEY_S3_SECRET_ACCESS_KEY.';
  return 'Check GALLEY_S3_ENDPOINT, the network, and the service.';
}
