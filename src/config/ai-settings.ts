import { type Static, Type } from '@sinclair/typebox';
import { DomainError } from '../platform/errors.ts';
import { secretSetting, setting } from './setting.ts';

const tokens = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 1_000_000_000_000, default: 0, description });

/** The language model for generating and rewriting. */
export const aiSettings = {
  ai_provider: setting(
    'GALLEY_AI_PROVIDER',
    Type.Union(
      [
        Type.Literal('none'),
        Type.Literal('openai'),
        Type.Literal('anthropic'),
        Type.Literal('openai-compatible'),
      ],
      {
        default: 'none',
        description:
          'Provider of the language model: `openai`, `anthropic`, `openai-compatible` (Ollama, LM Studio, vLLM and many others) or `none`. `galley ai check` tests it.',
      },
    ),
  ),
  ai_base_url: setting(
    'GALLEY_AI_BASE_URL',
    Type.String({
      default: '',
      pattern: '^($|https?://[^\\s?#@]+$)',
      'x-expected': 'an address such as http://localhost:11434/v1, without user name, query or fragment',
      description:
        'Address of the provider’s API, such as `http://localhost:11434/v1`. Default: the public address of `openai` or `anthropic`.',
    }),
  ),
  ai_model: setting(
    'GALLEY_AI_MODEL',
    Type.String({ default: '', maxLength: 200, description: 'Name of the model at the provider.' }),
  ),
  ai_vision_model: setting(
    'GALLEY_AI_VISION_MODEL',
    Type.String({
      default: '',
      maxLength: 200,
      description: 'Name of the model for pictures and PDFs. Default: the same model.',
    }),
  ),
  ai_api_key: secretSetting(
    'GALLEY_AI_API_KEY',
    Type.String({
      default: '',
      maxLength: 4096,
      pattern: '^[\\x21-\\x7e]*$',
      'x-expected': 'one line of ASCII without spaces',
      description: 'API key for the provider.',
    }),
  ),
  ai_timeout_seconds: setting(
    'GALLEY_AI_TIMEOUT_SECONDS',
    Type.Integer({
      minimum: 1,
      maximum: 3600,
      default: 60,
      description:
        'Seconds that the provider may be silent, before and within an answer. A whole answer may take ten times as long.',
    }),
  ),
  ai_concurrency: setting(
    'GALLEY_AI_CONCURRENCY',
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 50,
      description: 'Requests to the provider at once. Others wait; projects take turns.',
    }),
  ),
  ai_tokens_per_day: setting(
    'GALLEY_AI_TOKENS_PER_DAY',
    tokens('Tokens, read and written, that a project may use in a day (UTC). 0: no limit.'),
  ),
  ai_tokens_per_day_per_key: setting(
    'GALLEY_AI_TOKENS_PER_DAY_PER_KEY',
    tokens(
      'The same for an API key over all its projects, and for a user of the editor (for the tenant, if the token names no user).',
    ),
  ),
};

const AiSettings = Type.Object(aiSettings);

/** Throws `validation_failed` naming the setting that the chosen provider needs and does not have. */
export function requireUsableProvider(settings: Static<typeof AiSettings>): void {
  const { ai_provider: provider, ai_model, ai_base_url, ai_api_key } = settings;
  if (provider === 'none') return;
  const missing =
    ai_model === ''
      ? 'set GALLEY_AI_MODEL to the name of a model of the provider'
      : provider === 'openai-compatible' && ai_base_url === ''
        ? 'set GALLEY_AI_BASE_URL, such as http://localhost:11434/v1'
        : provider !== 'openai-compatible' && ai_api_key === ''
          ? 'set GALLEY_AI_API_KEY or GALLEY_AI_API_KEY_FILE'
          : undefined;
  if (missing !== undefined) {
    throw new DomainError('validation_failed', `GALLEY_AI_PROVIDER is ${provider}: ${missing}.`);
  }
  if (ai_base_url !== '' && !URL.canParse(ai_base_url)) {
    throw new DomainError(
      'validation_failed',
      'GALLEY_AI_BASE_URL is not a valid address. Write one such as http://localhost:11434/v1.',
    );
  }
}
