import type { DomainEvent } from '../../platform/events.ts';

/**
 * A person has accepted an invitation, or has a role according to the single sign-on provider (`isExact`: it replaces a higher
 * one). `inviterId`: the person whose invitation it is. Emitted in the transaction, so that the membership is stored with it.
 */
type InvitationAccepted = DomainEvent<
  'account.invitation_accepted',
  { accountId: string; teamId: string; role: string; isExact?: true; inviterId?: string | undefined }
>;

export const invitationAccepted = (payload: InvitationAccepted['payload']): InvitationAccepted => ({
  type: 'account.invitation_accepted',
  payload,
});

export function isInvitationAccepted(event: DomainEvent): event is InvitationAccepted {
  return event.type === 'account.invitation_accepted';
}

/** The single sign-on provider says that a person has no role in a team any more. Emitted in the transaction. */
type RoleWithdrawn = DomainEvent<'account.role_withdrawn', { accountId: string; teamId: string }>;

export const roleWithdrawn = (payload: RoleWithdrawn['payload']): RoleWithdrawn => ({
  type: 'account.role_withdrawn',
  payload,
});

export function isRoleWithdrawn(event: DomainEvent): event is RoleWithdrawn {
  return event.type === 'account.role_withdrawn';
}

/**
 * A person has proven to own the address of an account that somebody else may have made. The credentials of the account
 * are void. Emitted in the transaction.
 */
type AddressProven = DomainEvent<'account.address_proven', { accountId: string }>;

export const addressProven = (payload: AddressProven['payload']): AddressProven => ({
  type: 'account.address_proven',
  payload,
});

export function isAddressProven(event: DomainEvent): event is AddressProven {
  return event.type === 'account.address_proven';
}

/** A person's rights have changed, or the account was deleted. Published after the commit. */
export type AccessChanged = DomainEvent<'account.access_changed', { accountId: string }>;

export const accessChanged = (accountId: string): AccessChanged => ({
  type: 'account.access_changed',
  payload: { accountId },
});
