import type { Release } from '../../platform/fair-use/quota.ts';

/** A client that sends nothing for this long is slower than the disk. */
const PAUSE_MS = 100;

/**
 * Passes chunks on while it holds a permit, and releases the permit while the sender pauses: slow connections need
 * little memory and must not hold up fast ones. Throws what `acquire` throws.
 */
export async function* readWithPermit<Chunk>(
  chunks: AsyncIterable<Chunk>,
  acquire: () => Promise<Release>,
  { pauseMs = PAUSE_MS } = {},
): AsyncGenerator<Chunk> {
  const iterator = chunks[Symbol.asyncIterator]();
  let release = await acquire();
  try {
    for (;;) {
      const next = iterator.next();
      if (await isLate(next, pauseMs)) {
        release();
        await next;
        release = await acquire();
      }
      const { done, value } = await next;
      if (done) return;
      yield value;
    }
  } finally {
    release();
    await iterator.return?.();
  }
}

async function isLate(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(true), milliseconds);
  const isDone = work.then(() => false);
  return Promise.race([isDone, promise]).finally(() => clearTimeout(timer));
}
