import type { Deps } from '../../platform/deps.ts';
import { insertToolCalls, type NewToolCall } from './queries.ts';

/** Calls that only read are written together, this much later at most or once so many wait. */
const WRITE_DELAY_MS = 200;
const ROWS_PER_WRITE = 500;

/** A disk that is full stays so for a while, and each failure is a line in the log. */
const RETRY_DELAY_MS = 5_000;

/** Calls that may wait for the disk. */
const MAX_QUEUED = 10_000;

/** Tool calls on their way to the disk, bounded in number. */
export interface ToolCallQueue {
  /** Has a row written soon. False if there is no room. */
  add(row: NewToolCall): boolean;
  /** Waits for room; if a write fails meanwhile, the row is left out and counted in the log. */
  addWhenRoom(row: NewToolCall): Promise<void>;
  /** Resolves once the row is on the disk. */
  writeNow(row: NewToolCall): Promise<void>;
  /** Writes what is queued; never throws. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export function createToolCallQueue(deps: Deps): ToolCallQueue {
  let timer: Timer | undefined;
  let isFailing = false;
  let leftOut = 0;

  const batch = createBatch(deps, (error) => {
    isFailing = error !== undefined;
    if (isFailing) {
      deps.log.error({ err: error, waiting: batch.size() }, 'tool calls could not be recorded');
      schedule(RETRY_DELAY_MS);
    }
    if (leftOut === 0) return;
    deps.log.error({ left_out: leftOut }, 'tool calls were left out of the record: too many are waiting');
    leftOut = 0;
  });
  const flush = async (): Promise<void> => {
    if (batch.size() === 0) return;
    await batch.write().catch(() => {
      // It has been logged, and the rows are queued again.
    });
  };
  const schedule = (milliseconds: number): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void flush();
    }, milliseconds).unref();
  };
  const add = (row: NewToolCall): boolean => {
    if (batch.size() >= MAX_QUEUED) return false;
    batch.push(row);
    if (batch.size() >= ROWS_PER_WRITE && !isFailing) void flush();
    else schedule(WRITE_DELAY_MS);
    return true;
  };

  return {
    add,
    flush,
    async addWhenRoom(row) {
      while (!isFailing) {
        await flush();
        if (add(row)) return;
      }
      leftOut += 1;
    },
    async writeNow(row) {
      while (batch.size() >= MAX_QUEUED) await batch.write();
      batch.push(row);
      await batch.write();
    },
    async close() {
      await flush();
      clearTimeout(timer);
    },
  };
}

/** Rows that are queued, or in a transaction that is not committed yet. `onSettled` hears how each transaction ended. */
function createBatch({ db }: Deps, onSettled: (error: unknown) => void) {
  let queued: NewToolCall[] = [];
  let underway = 0;
  /** The transaction that will take what is queued when its turn comes: all who wait for that share it. */
  let next: Promise<void> | undefined;

  const writeQueued = async (): Promise<void> => {
    let taken: NewToolCall[] = [];
    try {
      await db.transaction(async (connection) => {
        next = undefined;
        taken = queued;
        queued = [];
        underway += taken.length;
        await insertToolCalls(connection, taken);
      });
      underway -= taken.length;
      onSettled(undefined);
    } catch (error) {
      next = undefined;
      underway -= taken.length;
      queued = [...taken, ...queued];
      onSettled(error);
      throw error;
    }
  };
  return {
    size: () => queued.length + underway,
    push: (row: NewToolCall) => void queued.push(row),
    write(): Promise<void> {
      next ??= writeQueued();
      return next;
    },
  };
}
