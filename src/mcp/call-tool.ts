import { stopwatch } from '../platform/clock.ts';
import { type ErrorCode, toDomainError, unknownFields } from '../platform/errors.ts';
import { isOfUnwritableDisk } from '../platform/files/disk-errors.ts';
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
  const elapsed = stopwatch();
  // Only slow tools are stopped when the caller disconnects. All others finish their work.
  const stop = tool.isSlow(given) ? signal : undefined;
  const call: Call = { args: given, output: {}, outcome: 'ok' };
  let answer: Awaited<ReturnType<typeof performCall>>;
  try {
    answer = await performCall(session, tool, call, client, stop);
  } catch (thrown) {
    const error = toDomainError(thrown);
    // A slow call that was stopped because its caller disconnected is not a fault.
    if ((error.code === 'internal' || isOfUnwritableDisk(error)) && stop?.aborted !== true)
      session.reportFault(error.cause, tool.definition.name);
    call.outcome = error.code;
    const result = toToolError(error, adviseOnMissing(session, tool, error));
    answer = { result, bytes: countBytes(result) };
  }
  const { args, output, outcome } = call;
  const isWrite = tool.effect !== 'read';
  await session.recordCall({
    ...{ tool: tool.definition.name, client, outcome, isWrite },
    templateId: findTemplateId(args, output),
    ...(isWrite ? readVersions(args, output) : NO_VERSIONS),
    durationMs: Math.round(elapsed()),
    resultBytes: answer.bytes,
  });
  return answer.result;
}

/** What is known of a call for its record. */
interface Call {
  args: Arguments;
  output: Readonly<Record<string, unknown>>;
  outcome: 'ok' | ErrorCode;
}

/** Performs a call, and notes in it the ids that were named and the output. */
async function performCall(
  session: McpSession,
  tool: Tool,
  call: Call,
  client: ClientInfo | undefined,
  stop: AbortSignal | undefined,
) {
  requireNamedTool(session, tool);
  refuseUnknownArguments(tool, call.args);
  await session.countCall?.();
  const { args, ambiguous } = await resolveNames(session, tool, call.args, client);
  const [unclear] = ambiguous;
  if (unclear !== undefined) throw ambiguousName(unclear);
  call.args = args;
  const input = { ...tool.defaults, ...args, ...tool.preset };
  const output = (await session.perform(tool.operation, input, stop, client)) as Record<string, unknown>;
  call.output = output;
  const { isUntrusted, picture, effect } = tool;
  const { placeholders } = session;
  const hold = (bytes: number) => session.holdResult?.(bytes, effect !== 'read');
  return toToolResult(output, { isUntrusted, picture, placeholders, hold });
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
