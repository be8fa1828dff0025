import type { DomainEvent } from '../../platform/events.ts';

/** A person has accepted an invitation. Emitted in the transaction, so that the membership is stored with it. */
export type InvitationAccepted = DomainEvent<
  'account.invitation_accepted',
  { accountId: string; teamId: string; role: string }
>;

export const invitationAccepted = (payload: InvitationAccepted['payload']): InvitationAccepted => ({
  type: 'account.invitation_accepted',
  payload,
});

export function isInvitationAccepted(event: DomainEvent): event is InvitationAccepted {
  return event.type === 'account.invitation_accepted';
}
