import type { ErrorCode } from '../platform/errors.ts';
import type { AnyOperation } from '../platform/operation.ts';
import type { Placeholders } from './tool-result.ts';

/** What an agent says of itself; untrusted. */
export interface ClientInfo {
  name?: string;
  version?: string;
}

/** A client's description of itself, if that is what `value` is. */
export function toClientInfo(value: unknown): ClientInfo | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, version } = value as Record<string, unknown>;
  return {
    ...(typeof name === 'string' && { name }),
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
  /** Length of what is answered, as JSON in UTF-8, counted once. */
  resultBytes?: number;
  /** Whether it may have changed something. */
  isWrite: boolean;
}

/** What the protocol needs of the service for one caller. */
export interface McpSession {
  /** Differs between callers that must not cancel each other's requests. */
  caller: string;
  /** Performs an operation as the caller; throws what `perform` throws. `signal` aborts when the caller has gone. */
  perform(operation: AnyOperation, input: unknown, signal?: AbortSignal): Promise<unknown>;
  /** Keeps a record of a call, before it is answered. */
  recordCall(call: FinishedCall): Promise<void>;
  /** Where results may leave stored JSON to be put in at the end; without it they are parsed. */
  placeholders?: Placeholders;
  /** Tells the operator of a fault of the server. */
  reportFault(cause: unknown, tool: string): void;
}
