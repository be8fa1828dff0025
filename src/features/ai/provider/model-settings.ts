/** What the operator has set of the model, its provider and its limits. */
export interface ModelSettings {
  provider: 'openai' | 'anthropic' | 'openai-compatible' | 'none';
  /** Empty: the provider's own address. */
  baseUrl: string;
  model: string;
  /** Empty: the model. */
  visionModel: string;
  /** Secret; empty: the provider wants none. */
  apiKey: string;
  timeoutSeconds: number;
  concurrency: number;
}

const OWN_ADDRESSES = { openai: 'https://api.openai.com/v1', anthropic: 'https://api.anthropic.com/v1' };

/** The address of the provider's API, without a trailing slash. */
export function findProviderAddress({ provider, baseUrl }: ModelSettings): string {
  if (baseUrl !== '') return baseUrl.replace(/\/+$/, '');
  return OWN_ADDRESSES[provider as keyof typeof OWN_ADDRESSES] ?? '';
}
