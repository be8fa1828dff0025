import { DomainError, invalidField, notFound } from '../../platform/errors.ts';

export const grantNotFound = () => notFound('Grant');

/** The same error for an unknown project or tenant, and for those of other teams. */
export const placeNotFound = () =>
  new DomainError('not_found', 'There is no such tenant, or you have no access to it.');

export const unknownClient = () =>
  invalidField('client_id', 'is not the id of a known client. Remove Galley in your agent and add it again.');

export const badMetadata = (reason: string) =>
  invalidField('client_id', `The metadata document of the client cannot be used: ${reason}.`);

export const foreignRedirect = () =>
  invalidField('redirect_uri', 'is not an address that the client has registered. Nothing was sent there.');

export const signInNeeded = () =>
  new DomainError('forbidden', 'Only a person can connect an agent. Sign in to the dashboard.');

export const tooManyGrants = (limit: number) =>
  new DomainError('conflict', `You have connected ${limit} agents, the most there can be. Disconnect some.`, {
    facts: { limit },
  });

export const modeNotOffered = () =>
  new DomainError('forbidden', 'Your role in the team, or the request of the agent, does not allow this.');

/** The error codes of OAuth (RFC 6749, 7591, 8707). */
type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_grant'
  | 'invalid_client'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'invalid_client_metadata'
  | 'invalid_redirect_uri'
  | 'temporarily_unavailable'
  | 'slow_down';

/** An error in the form of OAuth. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: OAuthErrorCode,
    message: string,
    { status = 400, retryAfterSeconds }: { status?: number; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The same for an unknown, expired, used and foreign code or token. */
export const invalidGrant = () =>
  new OAuthError('invalid_grant', 'The code or the refresh token is not valid. Connect again.');

/** Programs register again after this. */
export const clientGone = () =>
  new OAuthError('invalid_client', 'The client is not registered any more. Register again.', { status: 401 });

export const tooManyRequests = (retryAfterSeconds: number) =>
  new OAuthError('slow_down', `Too many requests. Try again in ${retryAfterSeconds} seconds.`, {
    status: 429,
    retryAfterSeconds,
  });
