import type { Deps } from '../../platform/deps.ts';
import { insertToolCalls, type NewToolCall } from './queries.ts';

/** Records of calls that only read are written in batches: after this delay, or when the batch is full. */
const WRITE_DELAY_MS = 200;
const ROWS_PER_WRITE = 500;

/** Delay after a failed write. Each failure is a line in the log. */
const RETRY_DELAY_MS = 5_000;

/** Most queued rows. */
const MAX_QUEUED = 10_000;

/** A bounded queue of tool calls to write. */
interface ToolCallQueue {
  /** Queues a row. Returns false if the queue is full. */
  add(row: NewToolCall): boolean;
  /** Waits for room in the queue. If a write fails meanwhile, the row is dropped and counted in the log. */
  addWhenRoom(row: NewToolCall): Promise<void>;
  /** Resolves once the row is on the disk. */
  writeNow(row: NewToolCall): Promise<void>;
  /** Writes the queued records. Never throws. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export function createToolCallQueue(deps: Deps): ToolCallQueue {
  let timer: Timer | undefined;
  let isFailing = false;
  let dropped = 0;

  const batch = createBatch(deps, (error) => {
    isFailing = error !== undefined;
    if (isFailing) {
      deps.log.error({ err: error, waiting: batch.size() }, 'tool calls could not be recorded');
      schedule(RETRY_DELAY_MS);
    }
    if (dropped === 0) return;
    deps.log.error({ dropped }, 'tool calls were not recorded: the queue is full');
    dropped = 0;
  });
  const flush = async (): Promise<void> => {
    if (batch.size() === 0) return;
    await batch.write().catch(() => {
      // The failure is logged, and the rows are queued again.
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
      dropped += 1;
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

/** Queued rows, and rows in a transaction that is not committed yet. `onSettled` is called after each transaction. */
function createBatch({ db }: Deps, onSettled: (error: unknown) => void) {
  let queued: NewToolCall[] = [];
  let writing = 0;
  /** The next transaction. When it begins, it takes all queued rows. Callers of `write` share it. */
  let next: Promise<void> | undefined;

  const writeQueued = async (): Promise<void> => {
    let taken: NewToolCall[] = [];
    try {
      await db.transaction(async (connection) => {
        next = undefined;
        writing += queued.length;
        // The transaction may be repeated.
        taken = [...taken, ...queued];
        queued = [];
        await insertToolCalls(connection, taken);
      });
      writing -= taken.length;
      onSettled(undefined);
    } catch (error) {
      next = undefined;
      writing -= taken.length;
      queued = [...taken, ...queued];
      onSettled(error);
      throw error;
    }
  };
  return {
    size: () => queued.length + writing,
    push: (row: NewToolCall) => void queued.push(row),
    write(): Promise<void> {
      next ??= writeQueued();
      return next;
    },
  };
}
