import { type TSchema, Type } from '@sinclair/typebox';
import { DomainError, invalidField, toDomainError } from '../platform/errors.ts';
import type { OwnerQueue } from '../platform/fair-use/body-queue.ts';
import { checkerOf, parseInput } from '../platform/json/input.ts';
import { readJsonBody } from '../platform/json/request-body.ts';
import type { RequestId } from './errors.ts';

interface Message {
  /** The parsed body. Undefined if it could not be read; then `error` is set. */
  message?: unknown;
  error?: DomainError;
  id: RequestId;
}

/** Reads a request's body. An error is returned and not thrown, because the request is counted first. */
export async function readMessage(request: Request, queue: OwnerQueue): Promise<Message> {
  try {
    const message = await readJsonBody(request, { queue });
    if (message === undefined)
      throw new DomainError('invalid_json', 'The body is empty; send a JSON-RPC request.');
    if (Array.isArray(message)) throw batchRefused();
    const { id: sent } = Object(message) as { id?: unknown };
    const id = typeof sent === 'string' || typeof sent === 'number' ? sent : undefined;
    return namesPrototype(message) ? { error: prototypeRefused(), id } : { message, id };
  } catch (thrown) {
    return { error: toDomainError(thrown), id: undefined };
  }
}

const batchRefused = () =>
  new DomainError('validation_failed', 'Batches are not supported: send one JSON-RPC request at a time.', {
    facts: { invalid_request: true },
  });

/** Whether a message has an argument `__proto__`, which the protocol library would drop silently. */
export function namesPrototype(message: unknown): boolean {
  const { params } = Object(message) as { params?: unknown };
  const { arguments: args } = Object(params) as { arguments?: unknown };
  return Object.hasOwn(Object(args), '__proto__');
}

export const prototypeRefused = () => invalidField('__proto__', 'is not an argument.');

/** The name and the arguments in a `tools/call`, as sent; undefined for other messages. */
export function readCall(message: unknown): { name?: unknown; arguments?: unknown } | undefined {
  const { method, params } = Object(message) as { method?: unknown; params?: unknown };
  return method === 'tools/call' ? Object(params) : undefined;
}

/**
 * Whether a request has the envelope of 2026-07-28, which older revisions never have. Faster than the library's check.
 */
export function carriesEnvelope(message: unknown): boolean {
  const { method, params } = Object(message) as { method?: unknown; params?: { _meta?: object } };
  return typeof method === 'string' && 'io.modelcontextprotocol/protocolVersion' in Object(params?._meta);
}

/**
 * Whether a message is `server/discover` of revision 2026-07-28, which is not counted and needs no project. In other
 * revisions a method of this name is an ordinary request.
 */
export function isDiscoverRequest(message: unknown): boolean {
  return carriesEnvelope(message) && (message as { method: string }).method === 'server/discover';
}

/** Whether the caller asks for progress notifications. */
export function wantsProgress(message: unknown): boolean {
  const { params } = Object(message) as { params?: { _meta?: { progressToken?: unknown } } };
  return params?._meta?.progressToken !== undefined;
}

const Text = Type.String();
const List = Type.Object({ cursor: Type.Optional(Text) });

/** The parameters of the protocol's methods, by method. */
const PARAMS = new Map<unknown, TSchema>([
  ['tools/list', List],
  ['resources/list', List],
  ['resources/templates/list', List],
  ['prompts/list', List],
  [
    'tools/call',
    Type.Object({ name: Text, arguments: Type.Optional(Type.Record(Type.String(), Type.Unknown())) }),
  ],
  ['resources/read', Type.Object({ uri: Text })],
  ['prompts/get', Type.Object({ name: Text, arguments: Type.Optional(Type.Record(Type.String(), Text)) })],
  [
    'completion/complete',
    Type.Object({
      ref: Type.Object({
        type: Type.Union([Type.Literal('ref/prompt'), Type.Literal('ref/resource')]),
        name: Type.Optional(Text),
        uri: Type.Optional(Text),
      }),
      argument: Type.Object({ name: Text, value: Text }),
    }),
  ],
]);

/**
 * The error of a request with wrong parameters. The protocol library would answer with the JSON of its validator, for
 * most methods as an internal error.
 */
export function findWrongParams(message: unknown): DomainError | undefined {
  const { method, params = {} } = Object(message) as { method?: unknown; params?: unknown };
  const schema = PARAMS.get(method);
  if (schema === undefined || checkerOf(schema).Check(params)) return undefined;
  try {
    parseInput(schema, params);
    return undefined;
  } catch (thrown) {
    const { code, message: text } = toDomainError(thrown);
    if (code !== 'validation_failed') throw thrown;
    return new DomainError(code, `params.${text}`, { facts: { invalid_params: true } });
  }
}
