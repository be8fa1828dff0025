import { open, rm } from 'node:fs/promises';
import { isDiskFull } from '../disk-full.ts';
import { storageFull } from '../errors.ts';

/**
 * Writes chunks to a new file and returns its size in bytes. Nothing is left behind on failure; a file that is there
 * already is an error and stays. Not synced: whoever makes the file part of the data does that.
 */
export async function saveChunks(path: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  let size = 0;
  try {
    for await (const chunk of chunks) {
      await file.writeFile(chunk);
      size += chunk.byteLength;
    }
    await file.close();
    return size;
  } catch (error) {
    await file.close().catch(() => {});
    await rm(path, { force: true });
    throw isDiskFull(error) ? storageFull(error) : error;
  }
}
