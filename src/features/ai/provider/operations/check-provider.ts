import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../../platform/operation.ts';
import { probeProvider } from '../probe-provider.ts';

const nullable = (schema: ReturnType<typeof Type.String>) => Type.Union([schema, Type.Null()]);

const Found = Type.Object({
  model: Type.String({ description: 'The model that was asked.' }),
  answered_as: nullable(Type.String({ description: 'What the provider calls the model; null: no answer.' })),
  answers: Type.Boolean(),
  streams: Type.Boolean({ description: 'It sends the answer bit by bit.' }),
  structured_output: Type.Union(
    [Type.Literal('schema'), Type.Literal('json'), Type.Literal('prompt'), Type.Literal('none')],
    {
      description:
        'How it makes JSON: by the schema, by a promise of JSON, because it is asked to, or not at all.',
    },
  ),
  sees_pictures: Type.Union([Type.Boolean(), Type.Null()], {
    description: 'Null: not tried, because it is not the model that is shown pictures.',
  }),
  problem: nullable(Type.String({ description: 'What is wrong and what to do about it; null: nothing.' })),
});

export const checkProvider = defineOperation({
  name: 'checkAiProvider',
  summary: 'Try whether the configured AI provider answers, streams and makes structured output',
  scope: 'admin',
  input: Type.Object({}),
  output: Type.Object({
    ok: Type.Boolean({ description: 'Everything the service needs works.' }),
    provider: Type.String(),
    base_url: Type.String({ description: 'The address that was called.' }),
    has_key: Type.Boolean(),
    models: Type.Array(Found),
  }),
  run: ({ deps }) => probeProvider(deps),
});
