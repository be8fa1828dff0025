import type { LanguageModel, LanguageModelMiddleware, ModelMessage as SdkMessage } from 'ai';
import { ModelFailure } from './failure.ts';
import { isStrictSchema, type Structure, withSchema } from './json-answer.ts';
import { createProviderFetch, type ProviderFetch } from './provider-fetch.ts';
import {
  findProviderAddress,
  type ModelMessage,
  type ModelPart,
  type ModelRequest,
  type ModelSettings,
} from './request.ts';

/** One call of the provider. */
interface Call {
  settings: ModelSettings;
  modelName: string;
  request: Pick<ModelRequest, 'system' | 'messages'>;
  /** How JSON is requested; undefined: the answer is text. */
  structure: { schema: Record<string, unknown>; by: Structure } | undefined;
  maxOutputTokens: number;
  /** False for servers that send the answer as a whole. */
  isStreamed: boolean;
  signal: AbortSignal;
  /** Called when bytes arrive, also for keep-alive messages. */
  onActivity(): void;
  onText(piece: string): void;
}

export interface CallResult {
  text: string;
  /** The provider's count; undefined if it reports none. */
  inputTokens: number | undefined;
  outputTokens: number | undefined;
  model: string;
  end: 'stop' | 'length';
}

/** Longest answer, in characters per token of its limit. A token rarely has more than ten. */
const MAX_CHARACTERS_PER_TOKEN = 20;

/** Calls the provider once. Throws the library's errors, a `ModelFailure`, or the reason of `signal` if that aborts. */
export async function callModel(call: Call): Promise<CallResult> {
  const result = await (call.isStreamed ? streamAnswer(call) : fetchAnswer(call));
  if (result.end === 'refused') throw new ModelFailure('refused');
  return { ...result, end: result.end };
}

type RawResult = Omit<CallResult, 'end'> & { end: CallResult['end'] | 'refused' };

async function streamAnswer(call: Call): Promise<RawResult> {
  const { streamText } = await loadSdk();
  // Ends the request also if this function throws, so that the provider stops generating.
  const hangUp = new AbortController();
  const signal = AbortSignal.any([call.signal, hangUp.signal]);
  const counted = createTextCounter(call);
  try {
    const { stream } = streamText({ ...(await prepareCall(call)), abortSignal: signal, onError: () => {} });
    let model = call.modelName;
    for await (const part of stream) {
      if (part.type === 'text-delta') counted.add(part.text);
      else if (part.type === 'error') throw part.error;
      else if (part.type === 'finish-step') model = part.response.modelId;
      else if (part.type === 'finish') {
        // The connection ended before the answer did.
        if (part.rawFinishReason === undefined) throw new ModelFailure('cut');
        const { inputTokens, outputTokens } = part.totalUsage;
        return { text: counted.text(), inputTokens, outputTokens, model, end: readEnd(part.finishReason) };
      }
    }
    signal.throwIfAborted();
    throw new ModelFailure('cut');
  } catch (error) {
    call.signal.throwIfAborted();
    throw error;
  } finally {
    hangUp.abort();
  }
}

async function fetchAnswer(call: Call): Promise<RawResult> {
  const { generateText } = await loadSdk();
  const counted = createTextCounter(call);
  try {
    const result = await generateText({ ...(await prepareCall(call)), abortSignal: call.signal });
    counted.add(result.text);
    const { inputTokens, outputTokens } = result.usage;
    const model = result.response.modelId;
    return { text: result.text, inputTokens, outputTokens, model, end: readEnd(result.finishReason) };
  } catch (error) {
    call.signal.throwIfAborted();
    throw error;
  }
}

/** Passes text on. Throws when it is longer than an answer with this many tokens can be. */
function createTextCounter({ onText, maxOutputTokens }: Call) {
  let text = '';
  return {
    text: () => text,
    add(piece: string): void {
      if (piece === '') return;
      text += piece;
      if (text.length > maxOutputTokens * MAX_CHARACTERS_PER_TOKEN) throw new ModelFailure('too_big');
      onText(piece);
    },
  };
}

function readEnd(reason: string): RawResult['end'] {
  if (reason === 'content-filter') return 'refused';
  if (reason === 'length') return 'length';
  if (reason === 'error') throw new ModelFailure('cut');
  return 'stop';
}

async function prepareCall(call: Call) {
  const { settings, modelName, request, structure, maxOutputTokens, isStreamed, onActivity } = call;
  const fetch = createProviderFetch({ onActivity, expectStream: isStreamed });
  const bare = await openModel(settings, modelName, { fetch, structure: structure?.by });
  return {
    model: await wrapModel(bare, structure),
    instructions:
      structure === undefined
        ? request.system
        : withSchema(request.system, structure.schema, settings, structure.by),
    messages: request.messages.map(toSdkMessage),
    maxOutputTokens,
    // The library would retry after text has been shown; `run-request.ts` retries.
    maxRetries: 0,
    telemetry: { isEnabled: false },
    ...(structure !== undefined && { providerOptions: optionsOf(structure) }),
  };
}

function optionsOf({ schema }: NonNullable<Call['structure']>) {
  const options = { strictJsonSchema: isStrictSchema(schema) };
  return { openai: options, compatible: options };
}

/**
 * Requests JSON through a middleware, because the library's own function for objects parses the whole text again with
 * each piece. Also removes the thoughts that some models write into their text.
 */
async function wrapModel(model: LanguageModel, structure: Call['structure']): Promise<LanguageModel> {
  const { extractReasoningMiddleware, wrapLanguageModel } = await loadSdk();
  const form: LanguageModelMiddleware = {
    transformParams: async ({ params }) => {
      if (structure === undefined || structure.by === 'prompt') return params;
      const schema = structure.by === 'schema' ? { schema: structure.schema, name: 'answer' } : {};
      return { ...params, responseFormat: { type: 'json', ...schema } };
    },
  };
  return wrapLanguageModel({
    model: model as Parameters<typeof wrapLanguageModel>[0]['model'],
    middleware: [extractReasoningMiddleware({ tagName: 'think' }), form],
  });
}

function toSdkMessage(message: ModelMessage): SdkMessage {
  const { role, content } = message;
  if (role === 'assistant') return { role, content };
  return { role, content: typeof content === 'string' ? content : content.map(toSdkPart) };
}

function toSdkPart(part: ModelPart) {
  if (part.type === 'text') return { type: 'text' as const, text: part.text };
  const mediaType = part.type === 'pdf' ? 'application/pdf' : part.mediaType;
  const filename = part.type === 'pdf' ? (part.name ?? 'document.pdf') : undefined;
  return {
    type: 'file' as const,
    data: part.bytes,
    mediaType,
    ...(filename !== undefined && { filename }),
  };
}

/** Loads the library at the first request, because a server without AI does not need it. */
async function loadSdk() {
  const sdk = await import('ai');
  // Otherwise the library prints warnings about features that a model lacks.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  return sdk;
}

/**
 * One model of the operator's provider, called through `fetch`. All options are given here, because the library would
 * read others from the environment.
 */
async function openModel(
  settings: ModelSettings,
  modelName: string,
  { fetch, structure }: { fetch: ProviderFetch; structure: Structure | undefined },
): Promise<LanguageModel> {
  const options = {
    baseURL: findProviderAddress(settings),
    apiKey: settings.apiKey,
    fetch: fetch as typeof globalThis.fetch,
  };
  switch (settings.provider) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic(options)(modelName);
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI(options).chat(modelName);
    }
    default: {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const provider = createOpenAICompatible({
        name: 'compatible',
        baseURL: options.baseURL,
        fetch: options.fetch,
        ...(settings.apiKey !== '' && { apiKey: settings.apiKey }),
        includeUsage: true,
        supportsStructuredOutputs: structure === 'schema',
      });
      return provider.chatModel(modelName);
    }
  }
}
