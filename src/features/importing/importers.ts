import type { ImportedContent, ImportInput } from '../../importing/index.ts';
import { perApplication } from '../../platform/per-application.ts';
import { createWorkerPool, workerProcess } from '../../platform/workers/index.ts';

/** Many times what the largest mail takes. */
const TIME_LIMIT_MS = 20_000;

/** The processes that read mails made elsewhere, of an application, closed with it; none before there is work. */
export const importersOf = perApplication((deps) => {
  const pool = createWorkerPool<ImportInput, ImportedContent>({
    start: workerProcess('features/importing/importing.worker'),
    what: 'Importing',
    size: 1,
    maxQueued: 20,
    timeLimitMs: TIME_LIMIT_MS,
    idleMs: 10_000,
    log: deps.log,
  });
  deps.lifetime.onClose(pool.close);
  return pool;
});
