import { constants, setPriority } from 'node:os';

/** Lets the server and its other workers go first when the processors are busy. For long jobs in the background. */
export function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some sandboxes forbid it; the job is done all the same.
  }
}
