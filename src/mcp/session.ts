import type { ErrorCode } from '../platform/errors.ts';
import type { AnyOperation } from '../platform/operation.ts';
import type { TenantScope } from '../platform/scope.ts';
import type { Placeholders } from './tool-result.ts';

/** A client's name and version, as it gives them; untrusted. `title` is the name for people. */
export interface ClientInfo {
  name?: string;
  title?: string;
  version?: string;
}

/** The field in which requests of revision 2026-07-28 name their client. */
export const CLIENT_KEY = 'io.modelcontextprotocol/clientInfo';

/** Reads a client's name and version from an untrusted value. */
export function toClientInfo(value: unknown): ClientInfo | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, title, version } = value as Record<string, unknown>;
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof title === 'string' && { title }),
    ...(typeof version === 'string' && { version }),
  };
}

/** A `tools/call` that has been answered. */
export interface FinishedCall {
  tool: string;
  client: ClientInfo | undefined;
  templateId: string | undefined;
  outcome: 'ok' | 'unknown_tool' | ErrorCode;
  versionBefore: number | undefined;
  versionAfter: number | undefined;
  durationMs: number;
  /** Length of the result as JSON, which the answer contains twice, as text and as an object. */
  resultBytes?: number;
  /** Whether it may have changed something. */
  isWrite: boolean;
}

/** The record of a call that did not reach a tool. */
export const notCalled = (
  tool: string,
  outcome: FinishedCall['outcome'],
  client: ClientInfo | undefined,
): FinishedCall => ({
  ...{ tool, outcome, client, durationMs: 0, isWrite: false },
  ...{ templateId: undefined, versionBefore: undefined, versionAfter: undefined },
});

/** The service as seen by one caller. */
export interface McpSession {
  /** Distinguishes callers that must not cancel each other's requests. */
  caller: string;
  /** Decides which tools and prompts the caller is offered. Undefined: all. */
  scope?: TenantScope | undefined;
  /**
   * Performs an operation as the caller; throws what `perform` throws. `signal` aborts when the caller disconnects.
   * `client`: the program of the caller, if the request names it.
   */
  perform(
    operation: AnyOperation,
    input: unknown,
    signal?: AbortSignal,
    client?: ClientInfo,
  ): Promise<unknown>;
  /** Counts a call for the tenant's plan. Throws `plan_limit_reached`. Absent where the operation does it. */
  countCall?(): Promise<void>;
  /** Records a call, before it is answered. */
  recordCall(call: FinishedCall): Promise<void>;
  /** Allows results to contain placeholders for stored JSON. Without it stored JSON is parsed. */
  placeholders?: Placeholders;
  /**
   * Counts the memory of a result until it has been sent. `bytes`: its length as JSON. Throws `unavailable` if the
   * tenant has too many unread answers, but not for the result of a change. Absent where answers need no budget.
   */
  holdResult?(bytes: number, isWrite: boolean): void;
  /** Logs a fault of the server. */
  reportFault(cause: unknown, tool: string): void;
}
