import type { ErrorCode } from '../../platform/errors.ts';
import { toPrintable } from '../../platform/printable-text.ts';
import type { TenantScope } from '../../platform/scope.ts';
import type { NewToolCall } from './queries.ts';

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
