import { open } from 'node:fs/promises';

/** Most bytes that wait for the disk. Few, because a commit of the server waits until they are written. */
const STEP_BYTES = 8 * 1024 * 1024;

/**
 * Writes a new file, or one in place of another, and syncs it in small steps. Resolves when all of it is on the disk.
 * @param onFailure is told why writing fails before `chunks` are ended, which makes other streams fail without a reason
 */
export async function writeInSteps(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    let unsynced = 0;
    const write = async (chunk: Uint8Array) => {
      await file.writeFile(chunk);
      unsynced += chunk.length;
      if (unsynced < STEP_BYTES) return;
      await file.datasync();
      unsynced = 0;
    };
    for await (const chunk of chunks) {
      await write(chunk).catch((error) => {
        onFailure(error);
        throw error;
      });
    }
    await file.sync();
  } finally {
    await file.close();
  }
}
