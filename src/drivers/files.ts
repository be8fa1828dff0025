import { join } from 'node:path';
import type { Logger } from '../platform/logging/log.ts';
import type { FileStore } from '../platform/ports/file-store.ts';
import { LocalFileStore } from './local-files.ts';
import { BucketFileStore, type BucketStoreOptions } from './s3/files.ts';

/** The file store of the data directory, regardless of the settings. */
export const openLocalFiles = (dataDir: string): FileStore =>
  new LocalFileStore(join(dataDir, 'media', 'files'));

/** Throws `conflict` with a sentence for the operator if the bucket cannot be used. */
export async function openBucket(settings: BucketStoreOptions, log: Logger): Promise<FileStore> {
  const store = new BucketFileStore(settings, log);
  await store.requireReachable();
  return store;
}

/**
 * The file store of the settings. `mustAnswer`: the bucket is tried immediately, so that a wrong setting is found at
 * the start.
 */
export async function openFiles(
  settings: BucketStoreOptions,
  { dataDir, log, mustAnswer }: { dataDir: string; log: Logger; mustAnswer: boolean },
): Promise<FileStore> {
  if (settings.files_url === '') return openLocalFiles(dataDir);
  return mustAnswer ? openBucket(settings, log) : new BucketFileStore(settings, log);
}
