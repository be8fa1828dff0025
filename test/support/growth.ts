/** Most factor by which a doubled input may take longer: two, and some for noise and caches that are too small. */
export const MAX_GROWTH = 2.5;

/** Inputs are compared over several doublings, because noise weighs less then. */
const DOUBLINGS = 3;

/** Shorter runs are not compared: the clock and the first compilation of the code weigh too much. */
const MIN_MS = 5;
const FIRST_SIZE = 4096;
const MAX_SIZE = 1 << 18;
const ATTEMPTS = 10;

/** Reads an input of about `size` characters. */
type Read = (size: number) => unknown;

/**
 * The factor by which a reader takes longer for twice the input, averaged over several doublings: 2 for a linear one, 4
 * for a quadratic one. Measures processor time of this thread, and uses the lowest of several attempts, because the
 * machine is busy.
 */
export async function measureGrowth(read: Read, largest = MAX_SIZE): Promise<number> {
  let growth = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && growth > MAX_GROWTH; attempt += 1) {
    growth = Math.min(growth, await compare(read, largest));
  }
  return growth;
}

async function compare(read: Read, largest: number): Promise<number> {
  let size = FIRST_SIZE;
  let before = await timeOf(read, size, 2);
  while (before < MIN_MS && size * 2 ** (DOUBLINGS + 1) <= largest) {
    size *= 2;
    before = await timeOf(read, size, 2);
  }
  // Measured once. If noise makes it too long, there is another attempt.
  const after = await timeOf(read, size * 2 ** DOUBLINGS, 1);
  // So fast at the largest size that it must be linear.
  if (after < MIN_MS * 2 ** DOUBLINGS) return 1;
  return (after / Math.max(before, MIN_MS)) ** (1 / DOUBLINGS);
}

/** The fastest of several runs. */
async function timeOf(read: Read, size: number, runs: number): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const before = readThreadMs();
    await read(size);
    fastest = Math.min(fastest, readThreadMs() - before);
    if (fastest > 20) break;
  }
  return fastest;
}

/** Milliseconds of processor time that this thread has used. */
export function readThreadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
