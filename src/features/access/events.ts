import type { DomainEvent } from '../../platform/events.ts';

/** `isRevoking`: from now on tokens of all other keys are refused. */
export type TokenKeysRotated = DomainEvent<'token_keys.rotated', { kid: string; isRevoking: boolean }>;
export type ApiKeyChanged = DomainEvent<
  'api_key.created' | 'api_key.revoked' | 'api_key.regenerated',
  { id: string }
>;

type BackendKeyRevoked = DomainEvent<'server_key.revoked', { id: string }>;

export const tokenKeysRotated = (kid: string, isRevoking: boolean): TokenKeysRotated => ({
  type: 'token_keys.rotated',
  payload: { kid, isRevoking },
});

export const apiKeyChanged = (type: ApiKeyChanged['type'], id: string): ApiKeyChanged => ({
  type,
  payload: { id },
});

export const serverKeyRevoked = (id: string): BackendKeyRevoked => ({
  type: 'server_key.revoked',
  payload: { id },
});
