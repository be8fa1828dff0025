import { DomainError, invalidField, rateLimited } from '../../../platform/errors.ts';
import type { FailureKind, ModelFailure } from './failure.ts';

/** Nobody to ask. `instead`: what the caller can do without one; whole sentences. */
export const providerNotConfigured = (instead?: string) =>
  new DomainError(
    'unavailable',
    `AI provider not configured. The operator of this server sets GALLEY_AI_PROVIDER, GALLEY_AI_MODEL and, where it is needed, GALLEY_AI_API_KEY or GALLEY_AI_BASE_URL.${
      instead === undefined ? '' : ` ${instead}`
    }`,
  );

/** Seconds after which a try makes sense where the provider does not say. */
const SOON_SECONDS = 30;

export const providerBusy = () =>
  rateLimited('Too many requests wait for the AI provider already.', SOON_SECONDS);

const OPERATOR_KNOWS = 'The operator of this server finds out more with "galley ai check" and in its log.';

/**
 * What callers are told: nothing the provider said, which may repeat prompts or keys, and no name of the operator's.
 */
const UNAVAILABLE: Partial<Record<FailureKind, string>> = {
  unauthorized: `The AI provider does not accept this server's key. ${OPERATOR_KNOWS}`,
  unknown_model: `The AI provider does not have the model this server asks for. ${OPERATOR_KNOWS}`,
  wrong_address: `The AI provider is not found at its address. ${OPERATOR_KNOWS}`,
  no_credit: `The AI provider wants to be paid before it answers again. ${OPERATOR_KNOWS}`,
  overloaded: 'The AI provider has trouble of its own at the moment. Try again later.',
  rejected: `The AI provider does not accept the request. ${OPERATOR_KNOWS}`,
  name: `The AI provider cannot be reached. ${OPERATOR_KNOWS}`,
  network: `The AI provider cannot be reached. ${OPERATOR_KNOWS}`,
  tls: `The AI provider cannot be reached securely. ${OPERATOR_KNOWS}`,
  silent: 'The AI provider does not answer in time. Try again later, or ask for less at once.',
  slow: 'The AI provider takes too long for the answer. Ask for less at once.',
  cut: 'The connection to the AI provider broke off in the middle of the answer. Try again.',
  too_big: 'The AI model does not come to an end. Try again, or ask for less at once.',
  garbled: `The AI provider gives an answer that cannot be read. ${OPERATOR_KNOWS}`,
  not_streamed: `The AI provider gives an answer that cannot be read. ${OPERATOR_KNOWS}`,
};

const NO_JSON =
  'The AI model did not answer in the form that was asked for. Try again, or put it more simply.';

/** Whether a model was asked for JSON and has written something else. */
export function isNoJson(error: unknown): boolean {
  return error instanceof DomainError && error.message === NO_JSON;
}

/** A failed call as an error for the caller. */
export function toCallerError({ kind, facts }: ModelFailure): DomainError {
  switch (kind) {
    case 'rate_limited': {
      const seconds = Math.max(1, Math.ceil((facts.retryAfterMs ?? SOON_SECONDS * 1000) / 1000));
      return rateLimited('The AI provider takes no more requests at the moment.', seconds);
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
