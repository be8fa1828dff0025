import { route } from '../../http/route.ts';
import { defineFeature } from '../../platform/feature.ts';
import { acceptProposal, refuseProposal, withdrawProposal } from './operations/decide-proposal.ts';
import { proposeChange } from './operations/propose-change.ts';
import { getProposal, listProposals } from './operations/read-proposals.ts';
import { proposalTools, proposingTools } from './tools.ts';

const PATH = '/templates/:template_id/proposals';

export const proposals = defineFeature({
  name: 'proposals',
  routes: [
    route('GET', '/proposals', listProposals, { answer: 'page' }),
    route('POST', PATH, proposeChange, { status: 201 }),
    route('GET', `${PATH}/:proposal_id`, getProposal),
    route('POST', `${PATH}/:proposal_id/accept`, acceptProposal),
    route('POST', `${PATH}/:proposal_id/refuse`, refuseProposal),
    route('POST', `${PATH}/:proposal_id/withdraw`, withdrawProposal),
  ],
  tools: proposalTools,
  proposingTools,
});
