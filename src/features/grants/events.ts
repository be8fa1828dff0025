import type { DomainEvent } from '../../platform/events.ts';

/** The tokens of a grant are refused from now on. */
type GrantRevoked = DomainEvent<'grant.revoked', { id: string }>;

export const grantRevoked = (id: string): GrantRevoked => ({ type: 'grant.revoked', payload: { id } });
