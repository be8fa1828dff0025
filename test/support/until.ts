/** A guard, not an expectation. A wait without an end would go on after its test has failed. */
const MOST_MS = 120_000;

/** Waits until a condition holds. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + MOST_MS;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`Not true after ${MOST_MS / 1000} s: ${isTrue}`);
    await Bun.sleep(5);
  }
}
