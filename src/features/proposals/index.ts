export { isProposalEvent, type ProposalEvent } from './events.ts';
export { Proposal } from './schema.ts';
