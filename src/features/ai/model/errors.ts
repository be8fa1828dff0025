import { DomainError, invalidField, rateLimited } from '../../../platform/errors.ts';
import type { FailureKind, ModelFailure } from './failure.ts';
import { ANSWER_TIMEOUT_FACTOR, findProviderAddress, type ModelSettings } from './request.ts';

/** The operator's version of `noModel`: names the settings. */
export const providerNotConfigured = () =>
  new DomainError(
    'unavailable',
    'AI provider not configured. Set GALLEY_AI_PROVIDER, GALLEY_AI_MODEL and, where it is needed, GALLEY_AI_API_KEY or GALLEY_AI_BASE_URL.',
  );

/** For people and agents, without settings. `instead`: advice in whole sentences. */
export const noModel = (instead?: string) =>
  new DomainError('unavailable', ['No AI model is available here.', instead].filter(Boolean).join(' '));

/** Seconds until a retry if the provider does not say. */
const SOON_SECONDS = 30;

export const providerBusy = () =>
  rateLimited('Too many requests are already waiting for the AI service.', SOON_SECONDS);

/**
 * For faults of the settings, the provider's account or the network, which callers cannot fix. The log has the reason.
 */
const NOT_AVAILABLE = 'The AI service is not available at the moment. Try again later.';

/** Messages for callers. They contain no words of the provider, which may repeat prompts or keys, and no settings. */
const UNAVAILABLE: Partial<Record<FailureKind, string>> = {
  unauthorized: NOT_AVAILABLE,
  unknown_model: NOT_AVAILABLE,
  wrong_address: NOT_AVAILABLE,
  no_credit: NOT_AVAILABLE,
  overloaded: 'The AI service is overloaded at the moment. Try again later.',
  rejected: NOT_AVAILABLE,
  name: NOT_AVAILABLE,
  network: NOT_AVAILABLE,
  tls: NOT_AVAILABLE,
  silent: 'The AI service does not answer in time. Try again later, or ask for less at once.',
  slow: 'The AI service takes too long for the answer. Ask for less at once.',
  cut: 'The connection to the AI service was interrupted during the answer. Try again.',
  too_big: 'The answer of the AI model does not end. Try again, or ask for less at once.',
  garbled: NOT_AVAILABLE,
  not_streamed: NOT_AVAILABLE,
};

const NO_JSON = 'The AI model did not answer in the requested form. Try again, or simplify the request.';

/** Whether the model's answer was not the requested JSON. */
export function isNoJson(error: unknown): boolean {
  return error instanceof DomainError && error.message === NO_JSON;
}

/** A failed call as an error for the caller. */
export function toCallerError({ kind, facts }: ModelFailure): DomainError {
  switch (kind) {
    case 'rate_limited': {
      const seconds = Math.max(1, Math.ceil((facts.retryAfterMs ?? SOON_SECONDS * 1000) / 1000));
      return rateLimited('The AI service takes no more requests at the moment.', seconds);
    }
    case 'too_long':
      return new DomainError('too_large', 'This is more than the AI model can read at once. Ask about less.');
    case 'refused':
      return invalidField('prompt', 'was refused by the AI model. Put it another way.');
    case 'no_json':
      return new DomainError('validation_failed', NO_JSON);
    case 'unfinished':
      return new DomainError(
        'validation_failed',
        'The answer of the AI model is longer than allowed. Ask for less at once.',
      );
    default:
      return new DomainError('unavailable', UNAVAILABLE[kind] as string);
  }
}

/**
 * Explains a failed call to the operator: the fault and what to do. Names the address and the model, never the key. The
 * provider's message is added, redacted.
 */
export function describeForOperator({ kind, facts }: ModelFailure, settings: ModelSettings): string {
  const sentence = SENTENCES[kind]({
    address: findProviderAddress(settings),
    model: settings.model,
    seconds: settings.timeoutSeconds,
    status: facts.status,
    isKeySet: settings.apiKey !== '',
  });
  return facts.detail === undefined ? sentence : `${sentence} In detail: ${facts.detail}`;
}

interface ModelCall {
  address: string;
  model: string;
  seconds: number;
  status: number | undefined;
  isKeySet: boolean;
}

const SENTENCES: Record<ModelFailure['kind'], (call: ModelCall) => string> = {
  unauthorized: ({ isKeySet, status }) =>
    isKeySet
      ? `The provider does not accept the key (status ${status}). Check GALLEY_AI_API_KEY: whether it is complete, still valid, and may use this model.`
      : `The provider wants a key (status ${status}). Set GALLEY_AI_API_KEY or GALLEY_AI_API_KEY_FILE.`,
  unknown_model: ({ model }) =>
    `The provider has no model "${model}". Set GALLEY_AI_MODEL to a name from its list; a local server has to load or pull the model first.`,
  wrong_address: ({ address, status }) =>
    `There is no such API at ${address}${status === undefined || status === 200 ? '' : ` (status ${status})`}. Check GALLEY_AI_BASE_URL: it usually ends in /v1 and does not name a path such as /chat/completions.`,
  no_credit: () => 'The account at the provider has no credit, or its quota is used up. Add credit there.',
  rate_limited: () =>
    'The provider answers that there are too many requests (status 429). Try again later, or have its limit raised.',
  overloaded: ({ status }) =>
    `The provider has trouble of its own${status === undefined ? '' : ` (status ${status})`}. Try again later; of a local server, read its log.`,
  too_long: ({ model }) =>
    `Even a short question is too long for "${model}". Give the model a larger context (for a local server, a setting of its own).`,
  rejected: ({ status }) =>
    `The provider does not take the request (status ${status}). Check GALLEY_AI_PROVIDER: whether the server speaks that protocol.`,
  name: ({ address }) =>
    `The host name in ${address} is not known. Check GALLEY_AI_BASE_URL, and whether this machine has a network and a name server.`,
  network: ({ address }) =>
    `There is no connection to ${address}. Check whether the server runs and listens there, whether a firewall is in between, and GALLEY_AI_BASE_URL; in a container, localhost is the container itself.`,
  tls: ({ address }) =>
    `There is no secure connection to ${address}: its certificate is not trusted, is for another name, has expired, or the port speaks plain HTTP. For a certificate authority of your own, set NODE_EXTRA_CA_CERTS to a file with its certificate.`,
  silent: ({ seconds }) =>
    `The provider was silent for ${seconds} seconds. A local model may still be loading; GALLEY_AI_TIMEOUT_SECONDS gives it more time.`,
  slow: ({ seconds }) =>
    `The answer took longer than ${seconds * ANSWER_TIMEOUT_FACTOR} seconds. GALLEY_AI_TIMEOUT_SECONDS gives it more time.`,
  cut: () =>
    'The connection broke off in the middle of the answer. If it happens again, look at a proxy in between, or the log of the server.',
  too_big: () =>
    'The answer did not come to an end. The model repeats itself, or is not one for conversation.',
  garbled: ({ address }) =>
    `What answers at ${address} does not speak the protocol. Check GALLEY_AI_PROVIDER and GALLEY_AI_BASE_URL.`,
  not_streamed: ({ address }) => `What answers at ${address} does not speak the protocol.`,
  refused: ({ model }) => `"${model}" refuses a harmless question. It is not fit for this.`,
  no_json: ({ model }) =>
    `"${model}" answers, but not in JSON when it is asked to: templates cannot be generated with it. Choose a larger model.`,
  unfinished: ({ model }) =>
    `"${model}" does not finish a small JSON object: templates cannot be generated with it. Choose another model, or turn its thinking off.`,
};
