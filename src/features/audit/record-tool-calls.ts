import type { Deps } from '../../platform/deps.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { toolCallEvents } from './events.ts';
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
  /** Writes what is queued; to be called before the database is closed, after the last call. */
  close(): Promise<void>;
}

export function createToolCallRecorder(deps: Deps): ToolCallRecorder {
  const queue = createToolCallQueue(deps);
  return {
    async record(call, { durable }) {
      const row = toNewToolCall(call);
      if (durable) await queue.writeNow(row);
      else if (!queue.add(row)) await queue.addWhenRoom(row);
    },
    flush: queue.flush,
    close: queue.close,
  };
}

/** A call that the tool server has answered. */
export type AnsweredCall = Omit<ToolCall, 'at' | 'scope'> & {
  /** Whether it may have changed something: then it is on the disk when this resolves. */
  isWrite: boolean;
};

/** Records a call and publishes its events. Never throws. */
export async function recordAnsweredCall(
  deps: Deps,
  scope: TenantScope,
  { isWrite, ...call }: AnsweredCall,
): Promise<void> {
  const { recorder } = deps.services.audit;
  const recorded = recorder.record({ at: deps.clock.now(), scope, ...call }, { durable: isWrite });
  // The call itself is done. What could not be recorded has been logged, and is tried again.
  await recorded.catch(() => {});
  deps.events.publish(toolCallEvents(call), scope);
}
