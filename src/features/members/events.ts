import type { DomainEvent } from '../../platform/events.ts';

/** A person is not in a team any more. Emitted in the transaction, so that what the person has granted ends with it. */
export type MembershipEnded = DomainEvent<'member.ended', { teamId: string; accountId: string }>;

export const membershipEnded = (teamId: string, accountId: string): MembershipEnded => ({
  type: 'member.ended',
  payload: { teamId, accountId },
});

export function isMembershipEnded(event: DomainEvent): event is MembershipEnded {
  return event.type === 'member.ended';
}
