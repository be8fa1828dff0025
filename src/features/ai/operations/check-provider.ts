import { Type } from '@sinclair/typebox';
import type { Deps } from '../../../platform/deps.ts';
import { nullable } from '../../../platform/json/nullable.ts';
import { defineOperation } from '../../../platform/operation.ts';
import type { ModelClient } from '../model/client.ts';
import { describeForOperator, providerNotConfigured } from '../model/errors.ts';
import { ModelFailure } from '../model/failure.ts';
import type { Structure } from '../model/json-answer.ts';
import { findProviderAddress, type ModelRequest, TokenCounter } from '../model/request.ts';
import { type RunOutcome, runRequest } from '../model/run-request.ts';

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
  sees_pictures: nullable(
    Type.Boolean(),
    'Null: not tried, because it is not the model that is shown pictures.',
  ),
  problem: nullable(Type.String({ description: 'What is wrong and what to do about it; null: nothing.' })),
});

export const checkProvider = defineOperation({
  name: 'checkAiProvider',
  summary: 'Try whether the configured AI provider answers, streams and makes structured output',
  scope: 'admin',
  effect: 'read',
  input: Type.Object({}),
  output: Type.Object({
    ok: Type.Boolean({ description: 'Everything the service needs works.' }),
    provider: Type.String(),
    base_url: Type.String({ description: 'The address that was called.' }),
    has_key: Type.Boolean(),
    models: Type.Array(Found),
  }),
  run: ({ deps }) => checkModels(deps),
});

/** Enough for models that reason before they answer. */
const MAX_OUTPUT_TOKENS = 2_000;

/** The JSON must contain it, so that other answers do not pass. */
const WORD = 'galley';

const SYSTEM =
  'You are being tested by the program that will use you. Do exactly what you are asked, briefly.';

const SAY_WORD = { role: 'user' as const, content: `Answer with the one word ${WORD}.` };

const GIVE_WORD = {
  role: 'user' as const,
  content: `Answer with an object whose field "word" is "${WORD}".`,
};

const WORD_SCHEMA = {
  type: 'object',
  properties: { word: { type: 'string' } },
  required: ['word'],
  additionalProperties: false,
} as unknown as NonNullable<ModelRequest['schema']>;

/** A picture of one red dot. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAK0lEQVR42u3NMQEAAAgDILV/51nBzwcC0Em6mjkIgUAgEAgEAoFAIBB8BAtqVAE/Qkv8LAAAAABJRU5ErkJggg==',
  'base64',
);

interface FoundModel {
  model: string;
  answered_as: string | null;
  answers: boolean;
  streams: boolean;
  structured_output: Structure | 'none';
  sees_pictures: boolean | null;
  problem: string | null;
}

/**
 * Asks each configured model small questions. They count for no project. Throws `unavailable` if no provider is set up.
 */
export async function checkModels(deps: Deps) {
  const client = deps.services.ai.model;
  if (!client.isConfigured) throw providerNotConfigured();
  const { settings } = client;
  const { model, visionModel, provider } = settings;
  const hasVisionModel = visionModel !== '' && visionModel !== model;
  const models = [await checkModel(deps, client, model, !hasVisionModel && visionModel !== '')];
  if (hasVisionModel) models.push(await checkModel(deps, client, visionModel, true));
  return {
    ok: models.every(({ problem }) => problem === null),
    provider,
    base_url: findProviderAddress(settings),
    has_key: settings.apiKey !== '',
    models,
  };
}

/** Each question is asked only if the previous one was answered: after a wrong key, the others would fail too. */
async function checkModel(
  deps: Deps,
  client: ModelClient,
  model: string,
  mustSee: boolean,
): Promise<FoundModel> {
  const found: FoundModel = {
    model,
    answered_as: null,
    answers: false,
    streams: false,
    structured_output: 'none',
    sees_pictures: null,
    problem: null,
  };
  // Without remembered capabilities, because the operator may have changed the provider. The model itself is asked
  // about pictures.
  const own = { capabilities: new Map(), settings: { ...client.settings, model, visionModel: model } };
  const ask = (request: Pick<ModelRequest, 'messages' | 'schema'>): Promise<RunOutcome> =>
    runRequest(
      { log: deps.log, client: own, counter: new TokenCounter(0), signal: client.closing, retries: 0 },
      { operation: 'check', system: SYSTEM, maxOutputTokens: MAX_OUTPUT_TOKENS, ...request },
    );
  try {
    const said = await ask({ messages: [SAY_WORD] });
    found.answered_as = said.model;
    found.answers = true;
    found.streams = said.isStreamed;
    const given = await ask({ messages: [GIVE_WORD], schema: WORD_SCHEMA });
    found.structured_output = given.structure ?? 'none';
    if (typeof (given.value as { word?: unknown }).word !== 'string') throw new ModelFailure('no_json');
    if (mustSee) found.sees_pictures = await canSee(ask);
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    found.problem = describeForOperator(error, { ...client.settings, model });
    if (error.kind === 'no_json' || error.kind === 'unfinished') found.structured_output = 'none';
  }
  if (found.sees_pictures === false)
    found.problem = `${model} is not shown pictures by the provider: set GALLEY_AI_VISION_MODEL to a model that sees.`;
  return found;
}

async function canSee(
  ask: (request: Pick<ModelRequest, 'messages'>) => Promise<RunOutcome>,
): Promise<boolean> {
  const image = { type: 'image' as const, bytes: DOT, mediaType: 'image/png' as const };
  const question = { type: 'text' as const, text: 'Which color is this? Answer with one word.' };
  try {
    await ask({ messages: [{ role: 'user', content: [image, question] }] });
    return true;
  } catch (error) {
    if (error instanceof ModelFailure && error.kind === 'rejected') return false;
    throw error;
  }
}
