import { type ActivityRecorded, activityRecorded, type DomainEvent } from '../../platform/events.ts';
import type { ProposalOutput } from './schema.ts';

type ProposalEventType =
  | 'proposal.created'
  | 'proposal.accepted'
  | 'proposal.conflicting'
  | 'proposal.refused'
  | 'proposal.withdrawn';

/** A committed change of a proposal, with its new state. Editors receive it. */
export type ProposalEvent = DomainEvent<
  ProposalEventType,
  { templateId: string | null; proposal: ProposalOutput }
>;

export const proposalEvent = (type: ProposalEventType, proposal: ProposalOutput): ProposalEvent => ({
  type,
  payload: { templateId: proposal.template_id, proposal },
});

export function isProposalEvent(event: DomainEvent): event is ProposalEvent {
  return event.type.startsWith('proposal.');
}

/** The entry of the activity feed. `summary`: the note of the author, or the reason of the person who decided. */
export const proposalActivity = (
  type: ProposalEventType,
  { templateId, id }: { templateId: string | null; id: string },
  summary: string | null,
): ActivityRecorded =>
  activityRecorded({
    type,
    ...(templateId !== null && { templateId }),
    subjectId: id,
    ...(summary !== null && { summary }),
  });
