import { DomainError } from '../platform/errors.ts';

/** How long to wait for another command that holds the data at the moment. */
const WAIT_STEPS = 50;
const WAIT_STEP_MS = 100;

/**
 * Tries to open the data until no other process holds it, for 5 seconds at most. `isWorthWaiting` is asked each time
 * whether whoever holds it will let go soon. Throws what the last try threw.
 */
export async function openWhenFree<Opened>(
  open: () => Promise<Opened>,
  isWorthWaiting: () => Promise<boolean> = async () => true,
): Promise<Opened> {
  for (let step = 1; ; step += 1) {
    try {
      return await open();
    } catch (error) {
      const isHeld = error instanceof DomainError && error.details.facts?.held === true;
      if (!isHeld || step === WAIT_STEPS || !(await isWorthWaiting())) throw error;
      await Bun.sleep(WAIT_STEP_MS);
    }
  }
}
