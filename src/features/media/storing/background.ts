import type { Deps } from '../../../platform/deps.ts';
import { perApplication } from '../../../platform/per-application.ts';

/** Blobs somebody in this process is making smaller versions of, without a caller who waits. */
const tasksOf = perApplication((deps) => {
  const tasks = new Map<number, Promise<void>>();
  deps.lifetime.onClose(async () => {
    await Promise.all(tasks.values());
  });
  return tasks;
});

/**
 * Has to come before the pool of workers: what is closed first is what was made last, and the work here ends with the
 * workers it waits for.
 */
export function prepareBackground(deps: Deps): void {
  tasksOf(deps);
}

/** Does something for a blob that nobody waits for but the end of the application. `work` must not throw. */
export function track(deps: Deps, blobId: number, work: () => Promise<void>): Promise<void> {
  const tasks = tasksOf(deps);
  const task = work().finally(() => tasks.delete(blobId));
  tasks.set(blobId, task);
  return task;
}

export function isTracked(deps: Deps, blobId: number): boolean {
  return tasksOf(deps).has(blobId);
}
