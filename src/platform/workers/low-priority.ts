import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * With few cores, the server's short tasks must run before the workers' long ones. On Linux each thread has its own
 * priority, and threads that decode pictures were started before this call.
 */
export function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    if (process.platform !== 'linux') return;
    for (const thread of readdirSync('/proc/self/task')) {
      setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL);
    }
  } catch {}
}
