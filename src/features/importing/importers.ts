import type { ImportedContent, ImportInput } from '../../importing/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { createWorkerPool, type WorkerPool, workerProcess } from '../../platform/workers/index.ts';

type Importers = WorkerPool<ImportInput, ImportedContent>;

/** Many times what the largest mail takes. */
const TIME_LIMIT_MS = 20_000;

const pools = new WeakMap<Deps, Importers>();

/** The processes that read mails made elsewhere, of an application, closed with it; none before there is work. */
export function importersOf(deps: Deps): Importers {
  const known = pools.get(deps);
  if (known !== undefined) return known;
  const pool: Importers = createWorkerPool({
    start: workerProcess('features/importing/importing.worker'),
    what: 'Importing',
    size: 1,
    maxQueued: 20,
    timeLimitMs: TIME_LIMIT_MS,
    idleMs: 10_000,
    log: deps.log,
  });
  pools.set(deps, pool);
  deps.lifetime.onClose(pool.close);
  return pool;
}
