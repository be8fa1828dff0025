/** Until the code of the rules runs at about full speed. */
const ROUNDS = 8;
/** Between rounds requests have their turn. */
const PAUSE_MS = 25;

/**
 * Repeats the first rating of a process a few times after it was answered: code runs several times as slow at first,
 * and those who score once soon score again. Nothing keeps the process alive for it.
 */
export function warmUp(work: () => unknown): () => void {
  let left = ROUNDS;
  const timer = setInterval(() => {
    left -= 1;
    if (left <= 0) clearInterval(timer);
    work();
  }, PAUSE_MS);
  timer.unref();
  return () => clearInterval(timer);
}
