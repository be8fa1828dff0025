import type { InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { type AmbiguousName, replaceAt, resolveNames } from './resolve-names.ts';
import type { McpSession } from './session.ts';
import type { Tool } from './tool.ts';

const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

type Sdk = Pick<typeof import('@modelcontextprotocol/server'), 'inputRequired' | 'inputResponse'>;

/** The name of the question, in the request and in its answer. */
const QUESTION = 'confirm';

/**
 * Whether a person has confirmed a call: `yes`, also if the call needs no confirmation or the client cannot ask; `no`; or the
 * result that makes the client ask and repeat the call with the answer. It is a courtesy of the client and no right: an agent
 * may say what it likes, and rights are checked by `perform`.
 */
export function askConfirmation(
  sdk: Sdk,
  { confirm }: Tool,
  args: Readonly<Record<string, unknown>>,
  { mcpReq }: ServerContext,
): 'yes' | 'no' | InputRequiredResult {
  const message = confirm?.(args);
  if (message === undefined || !canAsk(mcpReq.envelope)) return 'yes';
  const given = sdk.inputResponse(mcpReq.inputResponses, QUESTION);
  if (given.kind === 'elicit')
    return given.action === 'accept' && given.content?.[QUESTION] === true ? 'yes' : 'no';
  return sdk.inputRequired({
    inputRequests: {
      [QUESTION]: sdk.inputRequired.elicit({
        message,
        requestedSchema: {
          type: 'object',
          properties: { [QUESTION]: { type: 'boolean', title: 'Yes, go on' } },
          required: [QUESTION],
        },
      }),
    },
  });
}

type Arguments = Readonly<Record<string, unknown>>;

/**
 * The arguments with the ids that a person has chosen for names that several things have; `no` if the person chose none; or
 * the result that makes the client ask. Clients that cannot ask get the error of the call.
 */
export async function askWhich(
  sdk: Sdk,
  session: McpSession,
  tool: Tool,
  args: Arguments,
  { mcpReq }: ServerContext,
): Promise<Arguments | 'no' | InputRequiredResult> {
  if (!canAsk(mcpReq.envelope)) return args;
  const unclear = (await resolveNames(session, tool, args, undefined)).ambiguous.filter((one) => !one.isList);
  if (unclear.length === 0) return args;
  let chosen = args;
  for (const { argument, path, matches } of unclear) {
    const given = sdk.inputResponse(mcpReq.inputResponses, argument);
    if (given.kind !== 'elicit')
      return sdk.inputRequired({
        inputRequests: Object.fromEntries(unclear.map((one) => askForOne(sdk, one))),
      });
    const match = given.action === 'accept' && matches.find(({ id }) => id === given.content?.[argument]);
    if (!match) return 'no';
    chosen = replaceAt(chosen, path, match.id);
  }
  return chosen;
}

function askForOne(sdk: Sdk, { argument, noun, name, matches }: AmbiguousName) {
  const choices = matches.map(({ id, about }) => ({ const: id, title: about }));
  const request = sdk.inputRequired.elicit({
    message: `Several ${noun}s have the name “${name}”. Which one is meant?`,
    requestedSchema: {
      type: 'object',
      properties: { [argument]: { type: 'string', title: noun, oneOf: choices } },
      required: [argument],
    },
  });
  return [argument, request] as const;
}

/** Revision 2026-07-28 only: asking a client of older ones requires a connection that stays open. */
function canAsk(envelope: unknown): boolean {
  const { [CAPABILITIES]: capabilities } = Object(envelope) as Record<string, unknown>;
  const { elicitation } = Object(capabilities) as { elicitation?: unknown };
  // If the client names no mode, it shows forms.
  return elicitation !== undefined && ('form' in Object(elicitation) || !('url' in Object(elicitation)));
}
