import { DomainError, notFound } from '../../platform/errors.ts';

/**
 * The same error for an unknown client ID and a wrong secret, so that callers cannot find out which client IDs exist.
 */
export const wrongCredentials = () =>
  new DomainError('unauthorized', 'The client ID or the client secret is wrong.');

/** The same error for every invalid bearer token. */
export const invalidToken = () =>
  new DomainError('unauthorized', 'The access token is missing, invalid or expired. Request a new one.');

export const apiKeyNotFound = () => notFound('API key');

export const tooManyApiKeys = (limit: number) =>
  new DomainError(
    'conflict',
    `The team already has ${limit} API keys, the most a team can have. Revoke one first.`,
    { facts: { limit } },
  );

/** Clients may compare this message. */
export const toolServerUnavailable = () =>
  new DomainError('feature_unavailable', 'MCP Server is not available on your current plan.');

export const keyWithoutAccess = () =>
  new DomainError('forbidden', 'The API key has no access to this project.');

export const keyWithoutTenant = (name: string) =>
  new DomainError('forbidden', `The API key "${name}" has no access to this tenant.`);

/** The same error for every invalid backend key. */
export const unknownBackendKey = () =>
  new DomainError(
    'unauthorized',
    'The backend key is unknown, expired or revoked. The operator makes keys with "galley server-key create".',
  );

/** `what` as in "this tenant". */
export const keyOutOfReach = (name: string, what: string) =>
  new DomainError('forbidden', `The backend key "${name}" has no access to ${what}.`);

export const serverKeyNotFound = () => notFound('Backend key');

export const tooManyBackendKeys = (limit: number) =>
  new DomainError(
    'conflict',
    `The project already has ${limit} backend keys, the most it can have. Revoke one first.`,
    { facts: { limit } },
  );

/** `unauthorized` would make an editor fetch a new token and repeat the call, which cannot help. */
export const wrongUserSignature = () =>
  new DomainError(
    'forbidden',
    'The signature of the user is wrong: user_signature must be the hex HMAC-SHA256 of user_id with the project’s signing key.',
  );

export const wrongRecipientsSignature = () =>
  new DomainError(
    'forbidden',
    'The signature of the recipients is wrong: signature must be the hex HMAC-SHA256 of JSON.stringify(allowed_emails) with the project’s signing key.',
  );

export const noRecipients = () =>
  new DomainError('forbidden', 'Test emails cannot be sent from this session.');

export const recipientsMismatch = () =>
  new DomainError(
    'forbidden',
    'allowed_emails is not the list the access token was issued with. Send the list of the token answer as it is.',
  );

export const userMismatch = () =>
  new DomainError(
    'forbidden',
    'The access token was issued to another user than the one in user_id. Request a token for this user.',
  );
