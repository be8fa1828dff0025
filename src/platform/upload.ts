import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Kind, Type, TypeRegistry } from '@sinclair/typebox';
import { createId } from './ids.ts';

/** Bytes of the beginning of a file that tell its type. */
export const HEAD_BYTES = 4100;

/**
 * A file that has come in and waits in a folder for unfinished things until an operation takes it. Whoever brought it
 * in removes it afterwards if it is still there.
 */
export interface SpooledFile {
  /** Absolute. Not synced. */
  path: string;
  /** As the client says it: its last step, in well-formed Unicode, and otherwise anything. */
  filename: string;
  bytes: number;
  /** Of the bytes, lower-case hex. */
  sha256: string;
  /** The first `HEAD_BYTES`, or all there are. */
  head: Uint8Array;
}

/** The files this process has spooled: an object of the same looks, made from a client's JSON, is not one of them. */
const genuine = new WeakSet<SpooledFile>();

/** Vouches for a file, so that `SpooledFileInput` accepts it. */
export function spooledFile(file: SpooledFile): SpooledFile {
  genuine.add(file);
  return file;
}

TypeRegistry.Set('SpooledFile', (_schema, value) => genuine.has(value as SpooledFile));

/** Input that a client sends as a file. Only a route that takes uploads can fill it, so it is nothing for tools. */
export const SpooledFileInput = Type.Unsafe<SpooledFile>({
  [Kind]: 'SpooledFile',
  type: 'string',
  format: 'binary',
  description: 'The file.',
});

/** A path for a new file in `folder`, which is made if it is not there. */
export async function makeIncomingPath(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, createId());
}

/** Removes what was left unfinished in `folder`. For whoever has just got hold of the data directory: nobody else writes there. */
export async function clearIncoming(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
}
