import { type ActivityRecorded, activityRecorded, type DomainEvent } from '../../platform/events.ts';
import type { ProposalState } from './queries.ts';

type ProposalEventType =
  | 'proposal.created'
  | 'proposal.accepted'
  | 'proposal.conflicting'
  | 'proposal.refused'
  | 'proposal.withdrawn';

/** A committed change of a proposal. */
type ProposalEvent = DomainEvent<
  ProposalEventType,
  { templateId: string; proposalId: string; state: ProposalState }
>;

export const proposalEvent = (
  type: ProposalEventType,
  templateId: string,
  proposalId: string,
  state: ProposalState,
): ProposalEvent => ({ type, payload: { templateId, proposalId, state } });

/** The entry of the activity feed. `summary`: the note of the author, or the reason of who decided. */
export const proposalActivity = (
  type: ProposalEventType,
  templateId: string,
  proposalId: string,
  summary: string | null,
): ActivityRecorded =>
  activityRecorded({ type, templateId, subjectId: proposalId, ...(summary !== null && { summary }) });
