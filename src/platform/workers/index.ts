export { loneWorker } from './lone-worker.ts';
export type { PoolOptions } from './options.ts';
export { createWorkerPool, type PoolStats, type Turn, type WorkerPool } from './pool.ts';
export { workerProcess } from './process.ts';
export { serveWorker } from './serve.ts';
