import { DAY_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import type { ErrorCode } from '../../platform/errors.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { deleteInBatches } from '../../platform/tasks/periodic-task.ts';
import { toPrintable } from '../../platform/text/printable-text.ts';
import { toolCallEvents } from './events.ts';
import { deleteAdminActionsBefore, deleteToolCallsBefore, type NewToolCall } from './queries.ts';
import { createToolCallQueue } from './tool-call-queue.ts';

/** An answered tool call. */
export interface ToolCall {
  /** Time of the call, in milliseconds since the epoch. */
  at: number;
  /** Tenant and API key of the call. */
  scope: TenantScope;
  /** The agent's program according to itself; untrusted. */
  client?: { name?: string | undefined; version?: string | undefined } | undefined;
  /** Untrusted where the outcome is `unknown_tool`. */
  tool: string;
  templateId?: string | undefined;
  outcome: 'ok' | 'unknown_tool' | ErrorCode;
  versionBefore?: number | undefined;
  versionAfter?: number | undefined;
  durationMs: number;
  /** Bytes of the answer as JSON. */
  resultBytes?: number | undefined;
}

/** Most characters that are kept of a text that the caller chose. */
const MAX_CHARACTERS = 100;

/** A call as a row. Texts are shortened, and control characters removed, because terminals show them. */
export function toNewToolCall(call: ToolCall): NewToolCall {
  const { tenant, actor } = call.scope;
  return {
    tenantId: tenant.id,
    at: call.at,
    actorId: actor.id,
    actorName: actor.name,
    clientName: cleanOptional(call.client?.name),
    clientVersion: cleanOptional(call.client?.version),
    tool: clean(call.tool),
    templateId: cleanOptional(call.templateId),
    outcome: call.outcome,
    versionBefore: call.versionBefore ?? null,
    versionAfter: call.versionAfter ?? null,
    durationMs: Math.round(call.durationMs),
    resultBytes: call.resultBytes ?? null,
  };
}

function cleanOptional(text: string | undefined): string | null {
  return text === undefined ? null : clean(text);
}

function clean(text: string): string {
  return toPrintable(text, MAX_CHARACTERS);
}

export interface ToolCallRecorder {
  /**
   * Records a call. `durable`: resolves when it is on the disk, or throws the error of the database; the call then stays
   * queued and is written later. Otherwise returns at once and never throws. If 10,000 calls are queued, both wait for a
   * write; if that fails, the call is dropped: the durable one throws, the other is counted in the log.
   */
  record(call: ToolCall, options: { durable: boolean }): Promise<void>;
  /** Writes the queue. Never throws: failures are logged and retried. */
  flush(): Promise<void>;
  /** Writes the queue. To be called after the last call, before the database is closed. */
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

/** An answered call, as the tool server reports it. */
type AnsweredCall = Omit<ToolCall, 'at' | 'scope'> & {
  /** Whether the tool can change data. Such calls are recorded durably. */
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
  // The call itself succeeded. The queue logs and retries failed writes.
  await recorded.catch(() => {});
  deps.events.publish(toolCallEvents(call), scope);
}

/** Deletes admin actions and tool calls older than `retentionDays`, until `isStopped`. Returns the number of tool calls. */
export async function sweepToolCalls(
  { db, clock }: Deps,
  retentionDays: number,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const oldest = clock.now() - retentionDays * DAY_MS;
  await db.transaction((connection) => deleteAdminActionsBefore(connection, oldest));
  return deleteInBatches(
    db,
    (connection, atMost) => deleteToolCallsBefore(connection, oldest, atMost),
    isStopped,
  );
}
