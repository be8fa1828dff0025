import type { ImportedContent, ImportInput } from '../../mail/import/index.ts';
import { perApplication } from '../../platform/per-application.ts';
import { WorkerPool } from '../../platform/workers/pool.ts';
import { workerProcess } from '../../platform/workers/worker-process.ts';

/** The process that reads mails made elsewhere. */
export const importersOf = perApplication((deps) => {
  const pool = new WorkerPool<ImportInput, ImportedContent>({
    start: workerProcess('features/importing/importing.worker'),
    what: 'Importing',
    size: 1,
    log: deps.log,
  });
  deps.lifetime.onClose(() => pool.close());
  return pool;
});
