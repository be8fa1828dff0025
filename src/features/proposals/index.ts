export { isProposalEvent, type ProposalEvent } from './events.ts';
