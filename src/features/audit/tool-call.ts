import type { ErrorCode } from '../../platform/errors.ts';
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

/** What could move a terminal's cursor, break a line or turn the direction of writing. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

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

/** Nearly every text, and a look at it is much cheaper than one for everything that is unprintable in Unicode. */
const PLAIN = /^[\x20-\x7e]*$/;

function clean(text: string): string {
  if (text.length <= MAX_CHARACTERS && PLAIN.test(text)) return text;
  return text.slice(0, MAX_CHARACTERS).toWellFormed().replace(UNPRINTABLE, '\uFFFD');
}
