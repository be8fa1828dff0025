import type { Deps } from '../platform/deps.ts';
import type { Metric } from './metric.ts';

/** Metrics of the parts that all features share: database, caches and worker processes. */
export const serviceMetrics = (deps: Deps): Metric[] => [
  ...databaseMetrics(deps),
  ...cacheMetrics(deps),
  ...workerMetrics(deps),
];

function databaseMetrics({ db }: Deps): Metric[] {
  return [
    {
      name: 'database_bytes',
      help: 'Size of the database file.',
      type: 'gauge',
      read: () => db.stats().bytes,
    },
    {
      name: 'database_log_bytes',
      help: 'Size of the write-ahead log of the database.',
      type: 'gauge',
      read: () => db.stats().logBytes,
    },
    {
      name: 'database_commits_total',
      help: 'Commits. Concurrent transactions share one: transactions by commits is the size of a group.',
      type: 'counter',
      read: () => db.stats().commits,
    },
    {
      name: 'database_transactions_total',
      help: 'Committed transactions.',
      type: 'counter',
      read: () => db.stats().transactions,
    },
    {
      name: 'database_transactions_waiting',
      help: 'Transactions that wait for their turn.',
      type: 'gauge',
      read: () => db.stats().waiting,
    },
  ];
}

function cacheMetrics({ cacheBudget }: Deps): Metric[] {
  return [
    { name: 'cache_bytes', help: 'Memory of all caches.', type: 'gauge', read: () => cacheBudget.bytes },
    {
      name: 'cache_limit_bytes',
      help: 'Memory that all caches may use together.',
      type: 'gauge',
      read: () => cacheBudget.maxBytes,
    },
    {
      name: 'cache_hits_total',
      help: 'Values found in a cache.',
      type: 'counter',
      read: () => cacheBudget.hits,
    },
    {
      name: 'cache_misses_total',
      help: 'Values not found in a cache.',
      type: 'counter',
      read: () => cacheBudget.misses,
    },
  ];
}

function workerMetrics({ fairShare }: Deps): Metric[] {
  const ofPools = (read: (stats: ReturnType<(typeof fairShare.pools)[number]['stats']>) => number) => () =>
    fairShare.pools.map((pool) => ({ labels: { pool: pool.what }, value: read(pool.stats()) }));
  return [
    {
      name: 'worker_jobs_waiting',
      help: 'Jobs that wait for a worker process.',
      type: 'gauge',
      labels: ['pool'],
      read: ofPools(({ queued }) => queued),
    },
    {
      name: 'worker_processes',
      help: 'Running worker processes.',
      type: 'gauge',
      labels: ['pool'],
      read: ofPools(({ workers }) => workers),
    },
    {
      name: 'worker_processes_busy',
      help: 'Worker processes that do a job.',
      type: 'gauge',
      labels: ['pool'],
      read: ofPools(({ busy }) => busy),
    },
    {
      name: 'worker_crashes_total',
      help: 'Worker processes that ended during a job, for example at their limit of memory.',
      type: 'counter',
      labels: ['pool'],
      read: ofPools(({ crashed }) => crashed),
    },
  ];
}
