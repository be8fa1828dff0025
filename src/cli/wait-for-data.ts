import { DomainError } from '../platform/errors.ts';

/** Number of attempts, and the interval between them, while another command holds the data. */
const WAIT_STEPS = 50;
const WAIT_STEP_MS = 100;

/**
 * Attempts while a server that was asked to stop holds the data. On a busy machine a stop takes long, and giving up
 * would leave no server.
 */
export const REPLACING_STEPS = 600;

/**
 * Opens the data; retries for some seconds while another process holds it. `isWorthWaiting` tells before each retry
 * whether that process will release it soon. Throws the error of the last attempt.
 */
export async function openWhenFree<Opened>(
  open: () => Promise<Opened>,
  isWorthWaiting: () => Promise<boolean> = async () => true,
  steps = WAIT_STEPS,
): Promise<Opened> {
  for (let step = 1; ; step += 1) {
    try {
      return await open();
    } catch (error) {
      if (!isHeldByAnother(error) || step === steps || !(await isWorthWaiting())) throw error;
      await Bun.sleep(WAIT_STEP_MS);
    }
  }
}

/** Whether another process holds the data. */
export const isHeldByAnother = (error: unknown): boolean =>
  error instanceof DomainError && error.details.facts?.held === true;
