import type { Deps } from '../../platform/deps.ts';
import type { ErrorCode } from '../../platform/errors.ts';
import { toPrintable } from '../../platform/printable-text.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { toolCallEvents } from './events.ts';
import { deleteAdminActionsBefore, deleteToolCallsBefore, type NewToolCall } from './queries.ts';
import { createToolCallQueue } from './tool-call-queue.ts';

/** A call of a tool that has been answered. */
export interface ToolCall {
  /** When it came in, in milliseconds since the epoch. */
  at: number;
  /** Whose tenant it was about, and whose key it came with. */
  scope: TenantScope;
  /** What the agent's program says of itself; untrusted. */
  client?: { name?: string | undefined; version?: string | undefined } | undefined;
  /** Untrusted where the outcome is `unknown_tool`. */
  tool: string;
  templateId?: string | undefined;
  outcome: 'ok' | 'unknown_tool' | ErrorCode;
  versionBefore?: number | undefined;
  versionAfter?: number | undefined;
  durationMs: number;
  /** Length of what was answered, as JSON in UTF-8, counted once. */
  resultBytes?: number | undefined;
}

/** Characters kept of a text the caller chose. */
const MAX_CHARACTERS = 100;

/** A call as it is stored: nothing in it is longer than it should be or could act on a terminal that shows it. */
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

const DAY_MS = 86_400_000;

/** Rows of one transaction: other writers wait for it. */
const ROWS_PER_DELETION = 5_000;

/** Deletes tool calls and admin actions older than `retentionDays`, until `isStopped`. Returns how many it were. */
export async function sweepToolCalls(
  { db, clock }: Deps,
  retentionDays: number,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const oldest = clock.now() - retentionDays * DAY_MS;
  let deleted = 0;
  await db.transaction((connection) => deleteAdminActionsBefore(connection, oldest));
  while (!isStopped()) {
    const rows = await db.transaction((connection) =>
      deleteToolCallsBefore(connection, oldest, ROWS_PER_DELETION),
    );
    deleted += rows;
    if (rows < ROWS_PER_DELETION) break;
  }
  return deleted;
}
