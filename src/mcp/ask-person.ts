import type { InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import type { Tool } from './tool.ts';

const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

/** The name of the question in the request and its answer. */
const QUESTION = 'confirm';

/**
 * Whether a person has confirmed a call: `yes`, also if the call needs no confirmation or the client cannot ask; `no`; or the
 * result that makes the client ask and repeat the call with the answer. It is a courtesy of the client and no right: an agent
 * may say what it likes, and rights are checked by `perform`.
 */
export function askPerson(
  sdk: Pick<typeof import('@modelcontextprotocol/server'), 'inputRequired' | 'inputResponse'>,
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

/** Revision 2026-07-28 only: a client of older ones would have to be asked over a connection that stays open. */
function canAsk(envelope: unknown): boolean {
  const { [CAPABILITIES]: capabilities } = Object(envelope) as Record<string, unknown>;
  const { elicitation } = Object(capabilities) as { elicitation?: unknown };
  // Without a mode, clients show forms.
  return elicitation !== undefined && ('form' in Object(elicitation) || !('url' in Object(elicitation)));
}
