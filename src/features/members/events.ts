import type { DomainEvent } from '../../platform/events.ts';

/**
 * A person has left a team or was removed. Emitted in the transaction, so that the person's grants end with the
 * membership.
 */
type MembershipEnded = DomainEvent<'member.ended', { teamId: string; accountId: string }>;

export const membershipEnded = (teamId: string, accountId: string): MembershipEnded => ({
  type: 'member.ended',
  payload: { teamId, accountId },
});

export function isMembershipEnded(event: DomainEvent): event is MembershipEnded {
  return event.type === 'member.ended';
}
