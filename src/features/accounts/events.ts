import type { DomainEvent } from '../../platform/events.ts';

/**
 * A person has accepted an invitation, or has a role according to the single sign-on provider (`isExact`: it replaces a higher
 * one). Emitted in the transaction, so that the membership is stored with it.
 */
export type InvitationAccepted = DomainEvent<
  'account.invitation_accepted',
  { accountId: string; teamId: string; role: string; isExact?: true }
>;

export const invitationAccepted = (payload: InvitationAccepted['payload']): InvitationAccepted => ({
  type: 'account.invitation_accepted',
  payload,
});

export function isInvitationAccepted(event: DomainEvent): event is InvitationAccepted {
  return event.type === 'account.invitation_accepted';
}

/** The single sign-on provider says that a person has no role in a team any more. Emitted in the transaction. */
export type RoleWithdrawn = DomainEvent<'account.role_withdrawn', { accountId: string; teamId: string }>;

export const roleWithdrawn = (payload: RoleWithdrawn['payload']): RoleWithdrawn => ({
  type: 'account.role_withdrawn',
  payload,
});

export function isRoleWithdrawn(event: DomainEvent): event is RoleWithdrawn {
  return event.type === 'account.role_withdrawn';
}
