import type { Deps } from '../../platform/deps.ts';
import { scheduleSweeps } from '../../platform/sweeps.ts';
import { sweepToolCalls } from './sweep-tool-calls.ts';
import { type ToolCall, toNewToolCall } from './tool-call.ts';
import { createToolCallQueue } from './tool-call-queue.ts';

export interface ToolCallRecorder {
  /**
   * Records a call. `durable`: resolves once it is on the disk. Throws what the database throws; the call is kept all
   * the same, to be written later. Otherwise returns at once and never throws. If 10,000 calls wait already, both wait
   * for a write, and if that fails the call is not kept: the durable one throws, the other is counted in the log.
   */
  record(call: ToolCall, options: { durable: boolean }): Promise<void>;
  /** Writes what is queued. Never throws: what fails is logged, kept and tried again. */
  flush(): Promise<void>;
  /** Stops sweeping and writes what is queued; to be called before the database is closed, after the last call. */
  close(): Promise<void>;
}

const recorders = new WeakMap<Deps, ToolCallRecorder>();

/** Writes what is still queued, so that whoever reads the record now finds every call that was answered. */
export async function flushToolCalls(deps: Deps): Promise<void> {
  await recorders.get(deps)?.flush();
}

/** Writes the record of tool calls, and deletes what is older than `retentionDays`. */
export function createToolCallRecorder(
  deps: Deps,
  { retentionDays }: { retentionDays: number },
): ToolCallRecorder {
  const queue = createToolCallQueue(deps);
  const stopSweeping = scheduleSweeps(deps.log, 'tool calls', (isStopped) =>
    sweepToolCalls(deps, retentionDays, isStopped),
  );
  const recorder: ToolCallRecorder = {
    async record(call, { durable }) {
      const row = toNewToolCall(call);
      if (durable) await queue.writeNow(row);
      else if (!queue.add(row)) await queue.addWhenRoom(row);
    },
    flush: queue.flush,
    async close() {
      await stopSweeping();
      await queue.close();
    },
  };
  recorders.set(deps, recorder);
  return recorder;
}
