import { type TSchema, Type } from '@sinclair/typebox';
import { DomainError, toDomainError } from '../platform/errors.ts';
import { checkerOf, parseInput } from '../platform/json/input.ts';

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
