import type { Logger } from './log.ts';
import type { Database } from './ports/database.ts';
import type { SpanOptions, Tracing, WorkSpan } from './ports/tracing.ts';
import type { PublicFetch } from './public-fetch/index.ts';

const NO_SPAN: WorkSpan = { set() {} };

/** Does `work` in a span, if there is tracing. */
export function traced<Result>(
  tracing: Tracing | undefined,
  name: string,
  options: SpanOptions,
  work: (span: WorkSpan) => Result,
): Result {
  return tracing === undefined ? work(NO_SPAN) : tracing.trace(name, options, work);
}

/** The same database, with a span for each transaction, from its wait to its commit. */
export function traceTransactions(db: Database, tracing: Tracing): Database {
  const attributes = { 'db.operation.name': 'transaction' };
  return {
    ...db,
    transaction: (job, owner) =>
      tracing.trace('transaction', { kind: 'client', attributes }, () =>
        // The writer runs jobs of several requests in turn.
        db.transaction(tracing.bind(job), owner),
      ),
  };
}

/** The same client, with a span for each fetch. Addresses are not told, because they can hold secrets. */
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

/** The same log; lines that are written during a request have the ids of its trace. */
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
