import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Kind, Type, TypeRegistry } from '@sinclair/typebox';
import { createId } from '../ids.ts';
import { toDiskError } from './disk-errors.ts';

/** Bytes at the start of a file from which its type is detected. */
export const HEAD_BYTES = 4100;

/**
 * An uploaded or fetched file in the folder for unfinished files, for an operation to take over. The code that wrote it
 * removes it afterwards if it still exists.
 */
export interface SpooledFile {
  /** Absolute. Not synced. */
  path: string;
  /** As sent by the client: the last part of a path, in well-formed Unicode, otherwise unchecked. */
  filename: string;
  bytes: number;
  /** Of the bytes, lower-case hex. */
  sha256: string;
  /** At most the first `HEAD_BYTES`. */
  head: Uint8Array;
}

/** Files that this process has written. An object of the same shape from a client's JSON is not accepted. */
const known = new WeakSet<SpooledFile>();

/** Marks a file as written by this process, so that `SpooledFileInput` accepts it. */
export function spooledFile(file: SpooledFile): SpooledFile {
  known.add(file);
  return file;
}

TypeRegistry.Set('SpooledFile', (_schema, value) => known.has(value as SpooledFile));

/** Input that a client sends as a file. Only upload routes can provide it, so tools cannot use it. */
export const SpooledFileInput = Type.Unsafe<SpooledFile>({
  [Kind]: 'SpooledFile',
  type: 'string',
  format: 'binary',
  description: 'The file.',
});

/** A path for a new file in `folder`, which is created if necessary. Throws `storage_full` or `unavailable` if it cannot be. */
export async function makeIncomingPath(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error) => {
    throw toDiskError(error);
  });
  return join(folder, createId());
}

/** Empties `folder`. Only the process with the data directory's lock may call it, because others would lose uploads. */
export async function clearIncoming(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
}
