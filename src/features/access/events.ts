import type { DomainEvent } from '../../platform/events.ts';

type TokenKeysRotated = DomainEvent<'token_keys.rotated', { kid: string }>;
type ApiKeyChanged = DomainEvent<
  'api_key.created' | 'api_key.revoked' | 'api_key.regenerated',
  { id: string }
>;

export const tokenKeysRotated = (kid: string): TokenKeysRotated => ({
  type: 'token_keys.rotated',
  payload: { kid },
});

export const apiKeyChanged = (type: ApiKeyChanged['type'], id: string): ApiKeyChanged => ({
  type,
  payload: { id },
});
