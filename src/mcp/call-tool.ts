import { stopwatch } from '../platform/clock.ts';
import { isOfUnwritableDisk } from '../platform/disk-errors.ts';
import { type ErrorCode, toDomainError, unknownFields } from '../platform/errors.ts';
import { adviseOnMissing, requireNamedTool, toolFor } from './offer.ts';
import { ambiguousName, resolveNames } from './resolve-names.ts';
import type { ClientInfo, McpSession } from './session.ts';
import type { Tool } from './tool.ts';
import { countBytes, type ToolResult, toToolError, toToolResult } from './tool-result.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** Calls a tool for a session: arguments → operation → result, and records the call. Never throws. */
export async function callTool(
  session: McpSession,
  named: Tool,
  given: Arguments,
  client: ClientInfo | undefined,
  signal?: AbortSignal,
): Promise<ToolResult> {
  const tool = toolFor(session.scope, named);
  let args = given;
  const elapsed = stopwatch();
  const isWrite = tool.effect !== 'read';
  const isSlow = tool.isSlow(args);
  let result: ToolResult;
  let resultBytes: number;
  let output: Record<string, unknown> = {};
  let outcome: 'ok' | ErrorCode = 'ok';
  try {
    requireNamedTool(session, tool);
    refuseUnknownArguments(tool, args);
    await session.countCall?.();
    const resolved = await resolveNames(session, tool, given, client);
    const [unclear] = resolved.ambiguous;
    if (unclear !== undefined) throw ambiguousName(unclear);
    args = resolved.args;
    const input = { ...tool.defaults, ...args, ...tool.preset };
    // Only slow tools are stopped when the caller disconnects. All others finish their work.
    const stop = isSlow ? signal : undefined;
    output = (await session.perform(tool.operation, input, stop, client)) as Record<string, unknown>;
    const { isUntrusted, picture } = tool;
    const { placeholders } = session;
    ({ result, bytes: resultBytes } = await toToolResult(output, {
      isUntrusted,
      picture,
      placeholders,
      hold: (bytes) => session.holdResult?.(bytes, isWrite),
    }));
  } catch (thrown) {
    const error = toDomainError(thrown);
    // A slow call that was stopped because its caller disconnected is not a fault.
    const wasStopped = isSlow && signal?.aborted === true;
    if ((error.code === 'internal' || isOfUnwritableDisk(error)) && !wasStopped)
      session.reportFault(error.cause, tool.definition.name);
    outcome = error.code;
    result = toToolError(error, adviseOnMissing(session, tool, error));
    resultBytes = countBytes(result);
  }
  await session.recordCall({
    tool: tool.definition.name,
    client,
    templateId: findTemplateId(args, output),
    outcome,
    ...(isWrite ? readVersions(args, output) : NO_VERSIONS),
    durationMs: Math.round(elapsed()),
    resultBytes,
    isWrite,
  });
  return result;
}

/** Refuses misspelled arguments, so that the model notices them. */
function refuseUnknownArguments(tool: Tool, args: Arguments): void {
  const known = Object.keys((tool.definition.inputSchema.properties as object | undefined) ?? {});
  const unknown = Object.keys(args).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const offered =
    known.length === 0 ? 'this tool takes no arguments.' : `the arguments are: ${known.join(', ')}.`;
  throw unknownFields(unknown, (name) => {
    const place = Object.hasOwn(tool.misplaced, name) ? tool.misplaced[name] : undefined;
    return `is not an argument; ${place ?? offered}`;
  });
}

function findTemplateId(args: Arguments, output: Readonly<Record<string, unknown>>): string | undefined {
  // Without the argument, the output has the id if the tool has created a template.
  const id = args.template_id ?? output.template_id ?? (output.version === undefined ? undefined : output.id);
  return typeof id === 'string' ? id : undefined;
}

const NO_VERSIONS = { versionBefore: undefined, versionAfter: undefined };

function readVersions(args: Arguments, output: Readonly<Record<string, unknown>>) {
  const { previous_version: before, version: after } = output;
  // A dry run, or a change without effect. A snapshot has the template's version and changes nothing.
  if (before === after || (before === undefined && args.template_id !== undefined)) return NO_VERSIONS;
  return {
    versionBefore: typeof before === 'number' ? before : undefined,
    versionAfter: typeof after === 'number' ? after : undefined,
  };
}
