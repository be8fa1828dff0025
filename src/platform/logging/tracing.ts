import type { PublicFetch } from '../network/public-fetch/index.ts';
import type { Database } from '../ports/database.ts';
import type { SpanOptions, Tracing, WorkSpan } from '../ports/tracing.ts';
import type { Logger } from './log.ts';

const NO_SPAN: WorkSpan = { set() {} };

/** Runs `work` in a span if tracing is on. */
export function traced<Result>(
  tracing: Tracing | undefined,
  name: string,
  options: SpanOptions,
  work: (span: WorkSpan) => Result,
): Result {
  return tracing === undefined ? work(NO_SPAN) : tracing.trace(name, options, work);
}

/** Wraps a database so that each transaction has a span, from the start of its wait to its commit. */
export function traceTransactions(db: Database, tracing: Tracing): Database {
  const attributes = { 'db.operation.name': 'transaction' };
  return {
    ...db,
    transaction: (job, owner) =>
      tracing.trace('transaction', { kind: 'client', attributes }, () =>
        // The writer runs jobs of several requests one after another, so the span must be bound.
        db.transaction(tracing.bind(job), owner),
      ),
  };
}

/** Wraps a client so that each fetch has a span. Addresses are left out, because they can contain secrets. */
export function tracePublicFetch(publicFetch: PublicFetch, tracing: Tracing): PublicFetch {
  const options: SpanOptions = { kind: 'client', attributes: { 'http.request.method': 'GET' } };
  return {
    ...publicFetch,
    fetchPublicFile: (...args) =>
      tracing.trace('fetch public file', options, async (span) => {
        const file = await publicFetch.fetchPublicFile(...args);
        span.set({ 'http.response.body.size': file.bytes.byteLength });
        return file;
      }),
    savePublicFile: (...args) =>
      tracing.trace('fetch public file', options, async (span) => {
        const file = await publicFetch.savePublicFile(...args);
        span.set({ 'http.response.body.size': file.size });
        return file;
      }),
  };
}

/** Wraps a log so that lines written during a request have the ids of its trace. */
export function logTraceIds(log: Logger, tracing: Tracing): Logger {
  const withIds = (level: 'debug' | 'info' | 'warn' | 'error') =>
    ((first: unknown, ...rest: unknown[]) => {
      const ids = tracing.ids();
      const write = log[level].bind(log) as (...values: unknown[]) => void;
      if (ids === undefined) write(first, ...rest);
      else if (typeof first === 'object') write({ ...ids, ...first }, ...rest);
      else write(ids, first, ...rest);
    }) as Logger['info'];
  return {
    ...(log.recent && { recent: log.recent }),
    isLevelEnabled: (level) => log.isLevelEnabled(level),
    debug: withIds('debug'),
    info: withIds('info'),
    warn: withIds('warn'),
    error: withIds('error'),
  };
}
