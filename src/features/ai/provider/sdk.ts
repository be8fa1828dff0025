import type { LanguageModel } from 'ai';
import { findProviderAddress, type ModelSettings } from './model-settings.ts';
import type { ProviderFetch } from './provider-fetch.ts';

/** How a model is made to answer in JSON: by the schema, by a promise of JSON, or by being asked to. */
export type Structure = 'schema' | 'json' | 'prompt';

/** The library that speaks to models, loaded with the first question: a server without AI pays nothing for it. */
export async function loadSdk() {
  const sdk = await import('ai');
  // It would write to the console what a model cannot do.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  return sdk;
}

/** One model of the operator's provider, reached through `fetch`. Everything is said here: nothing is read from the environment. */
export async function openModel(
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
